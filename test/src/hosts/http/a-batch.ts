import { freshKey, sendHeaders } from './a-send.js'
import type { Reply, Sent } from './http-client.js'
import { valueIn } from './refusals.js'
import { SENDER_ID, type TestTenant } from './test-tenant.js'

/** An item of a batch, or of the answer to one. */
export type Item = Readonly<Record<string, unknown>>

/** A batch that a credential sends. */
export const aBatch = (
  as: { readonly bearer: string },
  messages: readonly unknown[],
  key: string = freshKey(),
): Sent => ({
  headers: sendHeaders(as, { 'Idempotency-Key': key }),
  body: JSON.stringify({ messages }),
})

/** An item under the legacy aliases that makes one SMS, with changes; `undefined` takes a property out. */
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

/** What each message of a batch was answered. */
export const itemsIn = (reply: Reply): readonly Item[] => {
  const items = valueIn(reply, 'items')
  if (!Array.isArray(items)) throw new Error(`no items: ${JSON.stringify(reply.body)}`)
  return items as readonly Item[]
}

/** Channel and status of each message, in order. */
export const spell = (reply: Reply): readonly string[] =>
  itemsIn(reply).map(({ channel, status }) => `${String(channel)} ${String(status)}`)

/** The identities of the messages of a batch, in order. */
export const messageIdsIn = (reply: Reply): readonly unknown[] =>
  itemsIn(reply).map(({ messageId }) => messageId)
