/** What one check found. */
export interface Finding {
  /** What was looked at. */
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  /** What is so. */
  readonly found: string
  /** What to do about it; none where all is well. */
  readonly todo?: string
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found })
export const warn = (check: string, found: string, todo: string): Finding => ({ check, state: 'warn', found, todo })
export const fail = (check: string, found: string, todo: string): Finding => ({ check, state: 'fail', found, todo })
