import { expect, it } from 'vitest'
import { refusalOfLine } from '../../scripts/start/request-line.ts'

const latin1 = (line: string) => Buffer.from(line).toString('latin1')

it.each([
  'GET / HTTP/1.1',
  'HEAD /brain/health HTTP/1.0',
  'OPTIONS * HTTP/1.1',
  'GET http://[::1]:8787/brain/health HTTP/1.1',
  'PROPFIND / HTTP/1.1',
  ...['café', 'voilà', 'ąż', '東京', '🙂', '\u00a0'].map((word) => `GET /brain/memories?q=${word} HTTP/1.1`),
])('%s is passed on', (line) => {
  expect(refusalOfLine(latin1(line))).toBeNull()
})

it.each([
  ['GET /', 400],
  ['GET / HTTP/3.0', 400],
  ['PRI * HTTP/2.0', 400],
  ['GET /a b HTTP/1.1', 400],
  ['GET /a\tb HTTP/1.1', 400],
  ['get / HTTP/1.1', 405],
  ['CONNECTED / HTTP/1.1', 405],
])('%j is refused', (line, status) => {
  expect(refusalOfLine(line)?.status).toBe(status)
})
