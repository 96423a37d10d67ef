import { expect, it } from 'vitest'
import { isAllowedOrigin } from '../../src/mcp/allowed-origin.ts'

it.each([
  ['http://localhost:6274', 'http://127.0.0.1:8787/mcp', true],
  ['http://[::1]:6274', 'http://localhost:8787/mcp', true],
  ['https://brain.example', 'https://brain.example/mcp', true],
  ['https://app.example', 'https://brain.example/mcp', true],
  // The name of a page that was made to lead here is the host of its requests too.
  ['http://evil.example:8787', 'http://evil.example:8787/mcp', false],
  ['http://evil.example', 'http://127.0.0.1:8787/mcp', false],
  ['http://localhost:6274', 'https://brain.example/mcp', false],
  ['http://localhost.evil.example', 'http://localhost:8787/mcp', false],
  ['http://127.0.0.1.evil.example', 'http://localhost:8787/mcp', false],
  ['https://brain.example.evil.example', 'https://brain.example/mcp', false],
  ['http://brain.example', 'https://brain.example/mcp', false],
  ['null', 'http://localhost:8787/mcp', false],
  ['', 'http://localhost:8787/mcp', false],
])('%s at %s: %s', (origin, url, allowed) => {
  expect(isAllowedOrigin(origin, url, ['https://app.example'])).toBe(allowed)
})
