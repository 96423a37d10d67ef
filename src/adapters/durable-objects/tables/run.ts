import { addTokens, type Run, type SpentTokens } from '../../../memory/run.ts'
import type { Meta } from './meta.ts'

/** The run that is at work, and the tokens that the day has cost. */
export function createRuns(meta: Meta) {
  const parse = <T>(key: string): T | null => {
    const text = meta.text(key)
    return text === null || text === '' ? null : (JSON.parse(text) as T)
  }
  const tokens = () => parse<SpentTokens>('tokens')
  return {
    current: (): Run | null => parse('run'),
    begin: (run: Run): void => meta.set('run', JSON.stringify(run)),
    end: (): void => meta.set('run', ''),
    /** Never given twice, so that a late answer cannot end another run. */
    nextId(): number {
      const id = (meta.number('last run') ?? 0) + 1
      meta.set('last run', id)
      return id
    },
    tokens,
    spend: (now: number, more: number): void => meta.set('tokens', JSON.stringify(addTokens(tokens(), now, more))),
  }
}
