import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newWebhookSecret, signWebhook } from '../../../src/domain/webhook/sign-webhook.ts'

describe('the signature of a webhook', () => {
  it('is the one of the published example', async () => {
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
    const signed = await signWebhook(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
      id,
      body: '{"test": 2432232314}',
      nowSeconds: 1614265330,
    })
    expect(signed).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is accepted by the reference implementation, with the old secret and with the new one', async () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const body = JSON.stringify({ type: 'memory.created', data: { ids: ['m_é'] } })
    const headers = await signWebhook(secrets, { id: 'evt_1', body, nowSeconds: Math.floor(Date.now() / 1000) })
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow()
    expect(() => new Webhook(secrets[0]!).verify(`${body} `, headers)).toThrow()
  })
})
