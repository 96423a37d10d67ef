import { describe, expect, it } from 'vitest'
import { problemWithWebhookUrl } from '../../../src/domain/webhook/webhook-url.ts'

const REFUSED = [
  ...['', 'app.example/hook', '/hook', 'https://', 'ftp://app.example/', 'http://app.example/', 'javascript:alert(1)'],
  ...[
    'https://user@app.example/',
    'https://user:secret@app.example/',
    'https://app.example/#part',
    'file:///etc/passwd',
  ],
  ...['https://app.example:22/', 'https://app.example:8080/', 'https://app.example:6379/', 'https://app.example:80/'],
  ...[
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://a.localhost/',
    'https://printer.local/',
  ],
  ...['https://db.internal/', 'https://metadata.google.internal/', 'https://router.lan/', 'https://nas.home.arpa/'],
  ...['https://intranet/', 'https://kubernetes.default.svc.cluster.local/', 'https://hidden.onion/'],
  ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://0x7f.1/'],
  ...['https://0177.0.0.1/', 'https://017700000001/', 'https://127.0.0.1./', 'https://127.255.255.254/'],
  ...['https://0.0.0.0/', 'https://0/', 'https://10.1.2.3/', 'https://172.16.0.1/', 'https://172.31.255.255/'],
  ...['https://192.168.1.1/', 'https://169.254.169.254/', 'https://100.64.0.1/', 'https://100.127.255.255/'],
  ...[
    'https://192.0.0.1/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://198.51.100.7/',
    'https://203.0.113.9/',
  ],
  ...['https://224.0.0.1/', 'https://240.0.0.1/', 'https://255.255.255.255/', 'https://192.88.99.1/'],
  ...['https://[::1]/', 'https://[::]/', 'https://[fe80::1]/', 'https://[fc00::1]/', 'https://[fd12:3456::1]/'],
  ...['https://[ff02::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:8.8.8.8]/', 'https://[::ffff:7f00:1]/'],
  ...['https://[::127.0.0.1]/', 'https://[64:ff9b::7f00:1]/', 'https://[2002:7f00:1::]/', 'https://[2001:0:7f00:1::]/'],
  ...['https://[2001:db8::1]/', 'https://[100::1]/', 'https://[fec0::1]/', 'https://[3fff::1]/'],
  // The parser turns full-width digits and other dots into plain ones.
  ...['https://１２７.０.０.１/', 'https://127。0。0。1/', 'https://ⓛocalhost/'],
]

const TAKEN = [
  ...['https://app.example/hook', 'https://app.example:443/', 'https://app.example:8443/x?y=1', 'https://8.8.8.8/'],
  ...[
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://100.63.255.255/',
    'https://100.128.0.1/',
    'https://198.20.0.1/',
  ],
  ...['https://[2606:4700::6810:84e5]/', 'https://[2a00:1450:4001::8a]/', 'https://localhost.app.example/'],
  ...['https://münchen.example/', 'https://localized.example/'],
]

describe('the address of a webhook', () => {
  it.each(REFUSED)('%s is refused', (url) => expect(problemWithWebhookUrl(url, false)).toMatch(/^must /))

  it.each(TAKEN)('%s is taken', (url) => expect(problemWithWebhookUrl(url, false)).toBeNull())

  it('may be private where the operator says so, but never carries a password', () => {
    for (const url of ['http://127.0.0.1:9000/x', 'http://localhost/', 'https://10.0.0.1/'])
      expect(problemWithWebhookUrl(url, true)).toBeNull()
    for (const url of ['ftp://127.0.0.1/', 'http://a:b@127.0.0.1/', 'nothing'])
      expect(problemWithWebhookUrl(url, true)).toMatch(/^must /)
  })
})
