import { createHmac, randomBytes } from 'node:crypto'
import type { Event } from '@postrider/client'
import { usageError } from '../errors/exit-code.js'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const SECOND_MS = 1_000

/** A secret in the format of webhook endpoints. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/** Throws a usage error for a text that isn't the secret of a webhook. */
export const checkedWebhookSecret = (secret: string): string => {
  const base64 = secret.slice(PREFIX.length)
  if (secret.startsWith(PREFIX) && /^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return secret
  throw usageError('POSTRIDER_WEBHOOK_SECRET must be whsec_ and base64.')
}

/** The headers of a delivery: those that Postrider's webhooks have (docs/api/webhooks#deliveries). */
export const deliveryHeaders = (
  { id }: Pick<Event, 'id'>,
  body: string,
  secret: string,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(Date.now() / SECOND_MS))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
