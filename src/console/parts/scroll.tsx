import type { ComponentChildren } from 'preact'

/** What may be wider than a phone: it is moved sideways by itself, by keyboard too. */
export const Scroll = ({ label, children }: { label: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls has to be reached by keyboard.
  <section class="scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
)
