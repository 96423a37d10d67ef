import { parseConfig } from '../../src/bootstrap/config.ts'
import { needsOutside } from '../../src/bootstrap/outside.ts'

/** The two Workers there are: what wrangler.toml deploys, and what it deploys in its environment `cloud`. */
export type Stores = 'embedded' | 'cloud'

/** Which of them the configuration needs. */
export function storesOf(variables: Readonly<Record<string, string>>): Stores {
  const config = parseConfig(variables)
  return !('problem' in config) && needsOutside(config) ? 'cloud' : 'embedded'
}
