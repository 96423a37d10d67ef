import { expect, it } from 'vitest'
import { hasSoundHost } from '../../src/http/has-sound-host.ts'

/** As workerd makes it of a request line and a header. */
const received = (host: string, target = '/docs') => ({
  url: `http://${host}${target}`,
  headers: { get: () => host } as unknown as Headers,
})

it.each([
  'localhost:8787',
  'edge-brain.example.workers.dev',
  '127.0.0.1',
  '[::1]:8787',
  '[::ffff:10.0.0.1]',
  'my_service:80',
  'example.com.',
  'X.Example',
])('takes the host %s', (host) => {
  expect(hasSoundHost(received(host))).toBe(true)
  expect(hasSoundHost(received(host, '//docs?a=b#c'))).toBe(true)
})

it.each([
  '',
  ' ',
  'a b',
  'a\tb',
  '[',
  '[::1',
  '[zz]',
  'a]',
  'a:99999',
  'a:b',
  ':80',
  '%',
  '%00',
  'a%zz',
  'a%41',
  'a/b',
  'a/brain/health?',
  'a?b',
  'a#b',
  'a\\b',
  'a@b',
  'user:word@b',
  'a, b',
  'a\u0001b',
  'a\u007f',
  'ä',
  '.',
  '..',
  '<script>',
  '999.999.999.999',
  '*',
  'x'.repeat(5000),
])('refuses the host %j', (host) => {
  expect(hasSoundHost(received(host))).toBe(false)
})

it.each(['', '*', 'brain', ':99999/', '@y/'])('refuses the target %j, which is no path', (target) => {
  expect(hasSoundHost(received('x:80', target))).toBe(false)
})

it('takes a request without the header, which never was on the wire', () => {
  expect(hasSoundHost(new Request('https://x/docs'))).toBe(true)
})
