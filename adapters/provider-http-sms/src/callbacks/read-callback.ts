import { createHash } from 'node:crypto'
import { isId } from '@postrider/core/domain/ids/id'
import type { ReceiptReport } from '@postrider/core/domain/receipts/receipt'
import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'
import type {
  CallbackReader,
  CallbackVerdict,
  ProviderCallback,
} from '@postrider/core/ports/provider-callback'
import { CALLBACK_RULES, type CallbackRules } from './callback-rules.js'
import { isSignedByTwilio } from './twilio-signature.js'

type Secrets = Readonly<Record<string, string>>

const MOST_BYTES = 256 * 1024
const SIGNATURE = 'x-twilio-signature'
const TYPE = 'content-type'
const LONGEST_VALUE = 128
const NUMBER = /^\+[0-9]{5,15}$/

/** The fields of a body; undefined where it is neither a form nor a flat JSON object. */
const fieldsOf = ({ headers, body }: ProviderCallback): URLSearchParams | undefined => {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (!(headers[TYPE] ?? '').includes('json')) return new URLSearchParams(text)
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
    const flat = Object.entries(read).filter(([, value]) => ['string', 'number'].includes(typeof value))
    return new URLSearchParams(flat.map(([name, value]): [string, string] => [name, String(value)]))
  } catch {
    return undefined
  }
}

const isAuthentic = (
  { signature }: CallbackRules,
  { authToken, authTokenPrevious }: Secrets,
  { url, headers }: ProviderCallback,
  fields: URLSearchParams | undefined,
): boolean => {
  if (signature === undefined) return true
  const tokens = [authToken, authTokenPrevious].filter((token) => token !== undefined)
  return fields !== undefined && isSignedByTwilio(headers[SIGNATURE] ?? '', { url, fields, tokens })
}

/** What a callback says, of what anybody may see: never what a message says. */
const saidIn = (rules: CallbackRules, url: string, fields: URLSearchParams) => {
  const query = new URL(url).searchParams
  const valueOf = (name: string | undefined): string | undefined => {
    const value = name === undefined ? undefined : (fields.get(name) ?? query.get(name) ?? undefined)
    return value === undefined || value === '' ? undefined : value.slice(0, LONGEST_VALUE)
  }
  const { reference, id, status, error, recipient } = rules
  return {
    reference: valueOf(reference),
    id: valueOf(id),
    status: valueOf(status),
    error: valueOf(error),
    recipient: valueOf(recipient),
  }
}

const readReport = (
  { providerAccountId }: ProviderAccount,
  rules: CallbackRules,
  said: ReturnType<typeof saidIn>,
): ReceiptReport | undefined => {
  const { reference = '', id, status: word = '', error = '', recipient } = said
  const messageId = isId('msg', reference) ? reference : undefined
  const status = Object.hasOwn(rules.statuses, word) ? rules.statuses[word] : undefined
  if (status === undefined || (messageId === undefined && id === undefined)) return undefined
  const why = [error, word].find((each) => Object.hasOwn(rules.failures, each)) ?? ''
  return {
    providerAccountId,
    messageId,
    providerMessageId: id,
    recipient: recipient !== undefined && NUMBER.test(recipient) ? recipient : undefined,
    status,
    failureCode: status === 'undelivered' ? (rules.failures[why] ?? 'provider_rejected') : undefined,
    providerTimeMs: undefined,
    eventKey: createHash('sha256')
      .update(JSON.stringify([reference, id, word, error]))
      .digest('hex'),
    raw: JSON.stringify(said),
  }
}

const verdictOn = (
  account: ProviderAccount,
  secrets: Secrets,
  callback: ProviderCallback,
): CallbackVerdict => {
  const preset = String(account.settings['preset'])
  const rules = Object.hasOwn(CALLBACK_RULES, preset) ? CALLBACK_RULES[preset] : undefined
  const fields = fieldsOf(callback)
  // Nobody is asked to call the others.
  if (rules === undefined || !isAuthentic(rules, secrets, callback, fields)) return { _tag: 'Forged' }
  if (fields === undefined)
    return { _tag: 'Unreadable', detail: 'a callback whose body is neither a form nor JSON', raw: '{}' }
  const said = saidIn(rules, callback.url, fields)
  const report = readReport(account, rules, said)
  return report === undefined
    ? {
        _tag: 'Unreadable',
        detail: 'a callback that says of no message what became of it',
        raw: JSON.stringify(said),
      }
    : { _tag: 'Read', reports: [report], inbound: [], templates: [], ignored: 0 }
}

/** Reads the callbacks of the presets that report; those that a signature proves are believed by it alone. */
export const callbackReader: CallbackReader = {
  wants: [TYPE, SIGNATURE],
  maxBytes: MOST_BYTES,
  read: (account, secrets, callback) => Promise.resolve(verdictOn(account, secrets, callback)),
}
