import { describe, expect, it } from 'vitest'
import { followRequests } from '../../scripts/start/follow-requests.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const POST = 'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nCONNECT a'
const CHUNKED =
  'POST /x HTTP/1.1\r\nHost: a\r\ntransfer-encoding:  Chunked \r\n\r\n9\r\nCONNECT a\r\n1F\r\n0123456789abcdef0123456789abcde\r\n0\r\n\r\n'
const CONNECT = 'CONNECT a:443 HTTP/1.1\r\n\r\n'

/** How many heads were seen, what was passed on and why no more, with the bytes in pieces of one size. */
function follow(text: string, pieceBytes = text.length) {
  const requests = followRequests()
  const bytes = Buffer.from(text, 'latin1')
  let heads = 0
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const read = requests.read(bytes.subarray(at, at + pieceBytes))
    heads += read.heads
    if (read.refused) return { heads, after: at + read.refused.after, because: read.refused.because }
  }
  return { heads, because: null }
}

const SMALL_CHUNK = '5\r\nhello\r\n'
const CHUNKED_HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'

describe('the requests of a connection', () => {
  it('are all seen, whatever their bodies say', () => {
    const all = `${GET}${POST}\r\n${CHUNKED}${POST}${GET}${CHUNKED}`
    for (let bytes = 1; bytes <= all.length; bytes++) expect(follow(all, bytes)).toEqual({ heads: 6, because: null })
  })

  it.each([GET, POST, CHUNKED, `${POST}${CHUNKED}\r\n\r\n`, `${CHUNKED}${GET}`])(
    'are passed on up to a CONNECT, after %j',
    (before) => {
      const whole = follow(before + CONNECT)
      expect(whole).toMatchObject({ after: before.length, because: 'CONNECT is not served here.' })
      for (let bytes = 1; bytes < before.length + CONNECT.length; bytes++)
        expect(follow(before + CONNECT, bytes)).toMatchObject({ heads: whole.heads, because: whole.because })
    },
  )

  it('are counted over bodies of any size', () => {
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000\r\n\r\n'
    expect(follow(head + 'x'.repeat(5_000_000) + CONNECT, 65_536)).toMatchObject({ heads: 1, because: /CONNECT/ })
  })

  it.each([
    ['a length twice', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\ncontent-length: 5\r\n\r\n'],
    ['a length beside chunks', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a list of lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\n'],
    ['no number', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r\n\r\n'],
    ['a sign', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n'],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n'],
    ['an empty length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n'],
    ['a length without end', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${'9'.repeat(30)}\r\n\r\n`],
    ['another encoding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'],
    [
      'an encoding twice',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['a blank before the colon', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\n'],
    ['a line that goes on', 'POST / HTTP/1.1\r\nHost: a\r\nX: a\r\n Content-Length: 5\r\n\r\n'],
    ['no field', 'POST / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n'],
    ['lines that end with LF', `GET / HTTP/1.1\nHost: a\n\n${CONNECT}`],
    ['one line that ends with LF', 'GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n'],
    ['a CR in a line', 'GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n'],
    ['a head without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(200_000)}`],
    ['no size of a chunk', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a size with more to it', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n'],
    ['a size that ends with LF', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n'],
    ['a chunk that goes on', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n'],
    ['a size without end', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'0'.repeat(100)}`],
    ['a trailer', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${CONNECT}`],
  ])('are refused where they cannot be told apart: %s', (_, text) => {
    expect(follow(text).because).toMatch(/\w/)
    expect(follow(text, 1).because).toMatch(/\w/)
    expect(follow(GET + text)).toMatchObject({ because: expect.any(String) })
  })
  it.each([
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['no version', 'GET /\r\nHost: a\r\n\r\n', 400],
    ['another version', 'GET / HTTP/3.1\r\nHost: a\r\n\r\n', 400],
    ['a control character', 'GET /\u0001 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a blank in the path', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.0\r\n\r\n', 400],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 400],
    ['an unknown method', 'FOO /brain/health HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['a small method', 'connect a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ])('are refused where the runtime would not understand them: %s', (_, text, status) => {
    expect(followRequests().read(Buffer.from(text)).refused).toMatchObject({ status, after: 0 })
  })

  it('are read in proportion to their length, also where a field is blank inside', () => {
    const begun = performance.now()
    const head = `GET / HTTP/1.1\r\nHost: a\r\nx-a: a${' '.repeat(120_000)}a\r\n\r\n`
    for (let i = 0; i < 3; i++) expect(follow(head)).toEqual({ heads: 1, because: null })
    // A minute and more where each blank was followed to the end of the run.
    expect(performance.now() - begun).toBeLessThan(15_000)
    for (const odd of ['\v9', '9\u00a0', '\f9']) expect(follow(POST.replace(' 9', odd)).because).not.toBeNull()
  })

  it('are refused whole where a body is refused among the same bytes, and midway where it is not', () => {
    const bad = `${SMALL_CHUNK}zz\r\n`
    const whole = followRequests().read(Buffer.from(GET + CHUNKED_HEAD + bad))
    expect(whole).toMatchObject({ heads: 1, refused: { after: GET.length, isBegun: false } })
    const requests = followRequests()
    expect(requests.read(Buffer.from(CHUNKED_HEAD)).heads).toBe(1)
    const midway = requests.read(Buffer.from(bad))
    expect(midway).toMatchObject({ heads: 0, refused: { after: SMALL_CHUNK.length, isBegun: true } })
  })

  it.each([
    ['of a known length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 90000000\r\n\r\n', 'x'.repeat(1 << 20)],
    ['in chunks', CHUNKED_HEAD, `100000\r\n${'x'.repeat(1 << 20)}\r\n`],
  ])('are passed on up to what is read of a body %s', (_, head, part) => {
    const requests = followRequests()
    requests.read(Buffer.from(head))
    for (let i = 0; i < 32; i++) expect(requests.read(Buffer.from(part)).full).toBeNull()
    expect(requests.read(Buffer.from(part)).full).toBe(part.indexOf('x') + 1)
  })
})
