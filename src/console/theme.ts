const NAME = 'edge-brain.theme'

export type Theme = 'system' | 'light' | 'dark'

export const currentTheme = (): Theme => (localStorage.getItem(NAME) as Theme | null) ?? 'system'

/** Light or dark as the reader chose, or as the system has it. */
export function applyTheme(): void {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, theme)
  applyTheme()
}
