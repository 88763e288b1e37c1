import { freshKey, sendHeaders } from './a-send.js'
import type { Reply, Sent } from './http-client.js'
import { valueIn } from './refusals.js'
import { SENDER_ID, type TestTenant } from './test-tenant.js'

/** An item of a batch, or of the response to one. */
export type Item = Readonly<Record<string, unknown>>

/** A batch request of a credential. */
export const aBatch = (
  as: { readonly bearer: string },
  messages: readonly unknown[],
  key: string = freshKey(),
): Sent => ({
  headers: sendHeaders(as, { 'Idempotency-Key': key }),
  body: JSON.stringify({ messages }),
})

/** An item with the legacy aliases that makes one SMS, with changes; `undefined` removes a property. */
export const aLegacyItem = (tenant: TestTenant, changes: Item = {}): Item => {
  const whole: Item = {
    senderId: SENDER_ID,
    r: ['+919876543210'],
    t: { s: true },
    st: tenant.template.sms.templateId,
    wt: tenant.template.whatsapp.templateId,
    et: tenant.template.email.templateId,
    v: { name: 'Asha', note: 'Your order has left.' },
    ...changes,
  }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
}

/** The response items of a batch. */
export const itemsIn = (reply: Reply): readonly Item[] => {
  const items = valueIn(reply, 'items')
  if (!Array.isArray(items)) throw new Error(`no items: ${JSON.stringify(reply.body)}`)
  return items as readonly Item[]
}

/** Channel and status of each message, in order. */
export const spell = (reply: Reply): readonly string[] =>
  itemsIn(reply).map(({ channel, status }) => `${String(channel)} ${String(status)}`)

/** The message ids of a batch, in order. */
export const messageIdsIn = (reply: Reply): readonly unknown[] =>
  itemsIn(reply).map(({ messageId }) => messageId)
