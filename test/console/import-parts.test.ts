import { describe, expect, it } from 'vitest'
import { createClient } from '../../packages/client/src/client.ts'
import { importParts } from '../../src/console/import-parts.ts'

const problem = {
  status: 400,
  code: 'invalid_request',
  detail: 'body: must have at most 2000 texts; send the file in parts',
}

describe('an import in the console', () => {
  it('of a text with too many texts says how it can be imported', async () => {
    const fetch = async () => Response.json(problem, { status: 400 })
    const client = createClient({ url: 'https://brain.test', apiKey: 'k', fetch })
    const parts = importParts(client, { name: 'a.md', text: 'One.\n\nTwo.' }, {})
    await expect(parts.next()).rejects.toThrow('import it with `brain import FILE`')
  })
})
