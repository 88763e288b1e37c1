import { createHmac, randomBytes } from 'node:crypto'
import type { Event } from '@postrider/client'
import { usageError } from '../errors/exit-code.js'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const SECOND_MS = 1_000

/** A secret in the format of webhook endpoints. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

const isSecret = (text: string): boolean =>
  text.startsWith(PREFIX) && /^[A-Za-z0-9+/]+={0,2}$/.test(text.slice(PREFIX.length))

/** The secrets in a setting, separated by spaces or commas. Throws a usage error if there is none or one is wrong. */
export const checkedWebhookSecrets = (setting: string): readonly string[] => {
  const secrets = setting.split(/[\s,]+/).filter((each) => each !== '')
  if (secrets.length > 0 && secrets.every(isSecret)) return secrets
  throw usageError('POSTRIDER_WEBHOOK_SECRET must be whsec_ and base64.')
}

/** The headers of a delivery: those that Postrider's webhooks have (docs/api/webhooks#deliveries). */
export const deliveryHeaders = (
  { id }: Pick<Event, 'id'>,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(Date.now() / SECOND_MS))
  const signatureOf = (secret: string): string => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signatureOf).join(' '),
  }
}
