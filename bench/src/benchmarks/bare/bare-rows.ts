import type { BareId } from './bare-ids.js'
import type { BareCell, BareStatement, BareStore, BareTable } from './bare-store.js'

/** The price of each message of a bare server, in minor units. */
export const BARE_PRICE = 4
export const BARE_CURRENCY = 'EUR'

const TWO_DAYS_MS = 48 * 3600 * 1000
const FIVE_MINUTES_MS = 300_000

/** The tenant of a bare server: one organization with one app; ids in hexadecimal. */
export interface BareTenant {
  readonly organizationId: string
  readonly appId: string
  readonly templateId: string
  readonly templateVersionId: string
  readonly priceVersionId: string
}

/** A message to write; digests in hexadecimal. */
export interface BareMessage {
  readonly id: BareId
  readonly requestId: string
  /** The idempotency key, and its request digest. */
  readonly key: string
  readonly material: string
  readonly atMs: number
  readonly to: string
  readonly variables: string
  readonly clientReference: string | null
  /** The passcode's digest, if there is one. */
  readonly mac: string | undefined
}

const messages: BareTable = {
  name: 'messages',
  // prettier-ignore
  columns: [
    'id x', 'organization_id x', 'app_id x', 'channel', 'lane', 'recipient', 'recipient_name',
    'template_id x', 'template_version_id x', 'variables', 'client_reference', 'units', 'amount', 'currency',
    'price_version_id x', 'charge_on', 'billing', 'state', 'failure_code', 'attempt', 'lease_until',
    'accepted_at', 'updated_at', 'expires_at', 'sealed_variables', 'uncalled', 'environment', 'request_id',
    'traceparent',
  ],
}

const idempotency: BareTable = {
  name: 'idempotency',
  columns: ['idempotency_key x', 'material x', 'message_id x', 'created_at'],
}

const outbox: BareTable = {
  name: 'outbox',
  columns: ['message_id x', 'organization_id x', 'lane', 'due_at', 'publications', 'listed_at'],
}

export const bareEvents: BareTable = {
  name: 'ledger_events',
  // prettier-ignore
  columns: [
    'organization_id x', 'environment', 'currency', 'seq', 'entry_id x', 'type', 'amount', 'app_id x', 'message_id x',
    'phase', 'related_entry_id x', 'occurred_at', 'digest x',
  ],
}

const challenges: BareTable = {
  name: 'otp_challenges',
  // prettier-ignore
  columns: [
    'message_id x', 'organization_id x', 'app_id x', 'channel', 'destination x', 'prefix', 'mac x',
    'attempts', 'state', 'created_at', 'expires_at', 'verified_at', 'verified_under x',
  ],
}

const laneOf = ({ mac }: BareMessage): string => (mac === undefined ? 'transactional' : 'otp')

// prettier-ignore
const messageRow = (of: BareTenant, message: BareMessage): readonly BareCell[] => [
  message.id.bytes, of.organizationId, of.appId, 'sms', laneOf(message), message.to, null,
  of.templateId, of.templateVersionId, message.variables, message.clientReference, 1, BARE_PRICE,
  BARE_CURRENCY, of.priceVersionId, 'submitted', 'provisional', 'ACCEPTED', null, 0, 0,
  message.atMs, message.atMs, message.atMs + TWO_DAYS_MS, null, 0, 'test', message.requestId,
  null,
]

// prettier-ignore
/** A ledger event of a message: its reservation or its charge. */
export const eventRow = (
  { organizationId, appId }: BareTenant,
  event: { readonly type: 'reservation' | 'settlement'; readonly seq: number; readonly atMs: number },
  message: { readonly id: string; readonly entryId: string; readonly digest: string },
): readonly BareCell[] => [
  organizationId, 'test', BARE_CURRENCY, event.seq, message.entryId, event.type, BARE_PRICE, appId, message.id,
  event.type === 'reservation' ? 1 : 2, null, event.atMs, message.digest,
]

/** Adds the price of a number of messages to the balance's amounts, and sets its newest event. */
export const bareBalance = (
  { organizationId }: BareTenant,
  change: { readonly reserved: number; readonly posted: number },
  newest: { readonly seq: number; readonly atMs: number; readonly digest: string },
): BareStatement => ({
  text:
    `UPDATE accounts SET reserved = reserved + ${change.reserved * BARE_PRICE}, ` +
    `posted = posted + ${change.posted * BARE_PRICE}, version = ${newest.seq}, ` +
    `head_digest = x'${newest.digest}', last_event_at = ${newest.atMs} ` +
    `WHERE organization_id = x'${organizationId}' AND environment = 'test' AND currency = '${BARE_CURRENCY}'`,
})

// prettier-ignore
const challengeRow = (of: BareTenant, message: BareMessage): readonly BareCell[] => [
  message.id.bytes, of.organizationId, of.appId, 'sms', message.material.slice(0, 32), message.to.slice(0, 8),
  message.mac ?? null, 0, 'PENDING', message.atMs, message.atMs + FIVE_MINUTES_MS, null, null,
]

/** A message's rows as the store has rendered them, and the ledger number of its reservation. */
export interface BareRendering {
  readonly key: string
  readonly message: string
  readonly entry: string
  readonly event: string
  /** Present for a passcode. */
  readonly challenge: string | undefined
  readonly newest: { readonly seq: number; readonly atMs: number; readonly digest: string }
}

/** Renders all rows that belong to one message. */
export const rendered = (
  { render }: Pick<BareStore, 'render'>,
  of: BareTenant,
  message: BareMessage,
  seq: number,
): BareRendering => {
  const { atMs, key, material } = message
  const id = message.id.bytes
  const event = eventRow(of, { type: 'reservation', seq, atMs }, { id, entryId: id, digest: material })
  return {
    key: render(idempotency, [key, material.slice(0, 32), id, atMs]),
    message: render(messages, messageRow(of, message)),
    entry: render(outbox, [id, of.organizationId, laneOf(message), atMs, 0, atMs]),
    event: render(bareEvents, event),
    challenge: message.mac === undefined ? undefined : render(challenges, challengeRow(of, message)),
    newest: { seq, atMs, digest: material },
  }
}

/** The five rows of each message of a group, and a passcode's sixth. */
export const acceptanceStatements = (
  of: BareTenant,
  group: readonly BareRendering[],
): readonly BareStatement[] => {
  const last = group.at(-1)
  if (last === undefined) return []
  const begun = group.flatMap(({ challenge }) => (challenge === undefined ? [] : [challenge]))
  return [
    { into: idempotency, rows: group.map(({ key }) => key) },
    { into: messages, rows: group.map(({ message }) => message) },
    { into: outbox, rows: group.map(({ entry }) => entry) },
    { into: bareEvents, rows: group.map(({ event }) => event) },
    ...(begun.length === 0 ? [] : [{ into: challenges, rows: begun }]),
    bareBalance(of, { reserved: group.length, posted: 0 }, last.newest),
  ]
}
