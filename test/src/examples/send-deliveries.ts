import { createHmac, randomBytes } from 'node:crypto'
import { eventExample } from '@postrider/contracts/events/event-types'
import { eventually } from '@postrider/conformance/eventually'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'

/** A secret in the format of webhook endpoints. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

interface Delivery {
  readonly id: string
  readonly secret: string
  readonly atMs?: number
  /** Sent instead of the signed body. */
  readonly instead?: string
}

const post = async (url: string, { id, secret, atMs = Date.now(), instead }: Delivery): Promise<number> => {
  const body = JSON.stringify({ ...eventExample('message.delivered'), id, note: 'ü €' })
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(atMs / 1000)),
      // One of an unknown version, and one of another secret, as during a rotation.
      'webhook-signature': `v1a,AAAA ${new Webhook(newWebhookSecret()).sign(id, new Date(atMs), body)} ${new Webhook(secret).sign(id, new Date(atMs), body)}`,
    },
    body: instead ?? body,
  })
  await response.arrayBuffer()
  return response.status
}

/** The receiver's status for a delivery that is signed with an empty key, or undefined if it doesn't respond. */
export const forgedStatus = (url: string): Promise<number | undefined> => {
  const [id, timestamp, body] = ['evt_forged', String(Math.floor(Date.now() / 1000)), '{"id":"evt_forged"}']
  const signature = createHmac('sha256', '').update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  return fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => undefined,
  )
}

/**
 * Expects a running receiver to accept deliveries that the package standardwebhooks signs under either of its
 * secrets, to refuse a wrong secret, a changed body and an old time, and to handle a repeated ID once.
 * `output` is what the receiver has printed: a line with type and ID for each event that it handled.
 */
export const expectReceiver = async (
  url: string,
  secrets: readonly [string, string],
  output: () => string,
): Promise<void> => {
  const [secret, other] = secrets
  const handled = (id: string): number => output().split(`message.delivered ${id}`).length - 1
  const status = (delivery: Partial<Delivery> & { readonly id: string }) => post(url, { secret, ...delivery })
  expect(await status({ id: 'evt_first' })).to.equal(204)
  expect(await status({ id: 'evt_first' })).to.equal(204)
  expect(await status({ id: 'evt_first', secret: other })).to.equal(204)
  expect(await status({ id: 'evt_other', secret: other })).to.equal(204)
  const old = Date.now() - 301_000
  const refused = [
    { id: 'evt_forged', secret: newWebhookSecret() },
    { id: 'evt_changed', instead: '{}' },
    { id: 'evt_old', atMs: old },
    { id: 'evt_early', atMs: Date.now() + 302_000 },
  ]
  for (const delivery of refused) expect(await status(delivery), delivery.id).to.equal(400)
  expect(await forgedStatus(url), 'signed with an empty key').to.equal(400)
  expect(await status({ id: 'evt_last' })).to.equal(204)
  await eventually('the last event is printed', () => handled('evt_last') === 1)
  expect([handled('evt_first'), handled('evt_other')]).to.deep.equal([1, 1])
  for (const { id } of refused) expect(handled(id), id).to.equal(0)
}
