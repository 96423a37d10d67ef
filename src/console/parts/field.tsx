import type { ComponentChildren } from 'preact'

/** A control with its label. */
export const Field = ({ label, children }: { label: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among its children.
  <label class="field">
    <span>{label}</span>
    {children}
  </label>
)
