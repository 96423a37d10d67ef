import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/bootstrap/config.ts'
import { connect } from '../../src/bootstrap/connect.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
import { fetchThrough } from './service.ts'

function ask(corsOrigins: string[], method: string, origin: string, path = '/brain/retrieve') {
  const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' }
  const withOrigins: Connect = (bindings, trace) => {
    const ports = connect(bindings, trace)
    return { ...ports, config: { ...ports.config, corsOrigins } }
  }
  return fetchThrough(withOrigins, path, { method, headers })
}

describe('calls from a browser', () => {
  const ours = 'https://app.example'

  it('are let through from a configured origin, which may read what is left of its limits', async () => {
    const preflight = await ask([ours], 'OPTIONS', ours)
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(ours)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-api-key')
    const refused = await ask([ours], 'POST', ours)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('access-control-allow-origin')).toBe(ours)
    expect(refused.headers.get('access-control-expose-headers')).toContain('RateLimit-Remaining')
  })

  it.each(['/mcp', '/mcp/ann'])('reach %s from a configured origin alone', async (path) => {
    const preflight = await ask([ours], 'OPTIONS', ours, path)
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, ours])
    expect((await ask([ours], 'POST', ours, path)).status).toBe(401)
    expect((await ask([ours], 'POST', 'https://other.example', path)).status).toBe(403)
    expect((await ask([], 'POST', ours, path)).status).toBe(403)
  })

  it.each(['/admin', '/admin/accounts', '/%61dmin/accounts', '/brain/../admin/accounts', '/docs'])(
    'never reach %s',
    async (path) => {
      for (const method of ['OPTIONS', 'POST', 'GET']) {
        const { headers } = await ask([ours], method, ours, path)
        expect(headers.get('access-control-allow-origin')).toBeNull()
      }
    },
  )

  it.each(['*', 'https://app.example/', 'app.example', `${ours}, nonsense`])('need origins, not %s', (CORS_ORIGINS) => {
    expect(parseConfig({ CORS_ORIGINS })).toHaveProperty('problem', expect.stringContaining('CORS_ORIGINS'))
  })

  it('are not from another, nor where none is configured', async () => {
    expect((await ask([ours], 'OPTIONS', 'https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await ask([], 'OPTIONS', ours)
    expect(preflight.status).toBe(405)
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })
})
