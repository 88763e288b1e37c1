import { accountCells } from '../../cells/account-cells.js'
import { type AccountDimensions, type AccountKey, accountName } from '@postrider/core/ledger/domain/account'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import type { AppId, MessageId } from '@postrider/core/kernel/ids/id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import type { Cells } from '../../cells/cell.js'
import type { Engine } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { joined } from '../../rows/selection.js'
import { ledgerEvents } from '../../ledger/events-table.js'
import { messages } from '../messages/table.js'

/** A message's reservation, and the properties that messages are filtered by. */
export interface Reserved {
  readonly environment: Environment
  readonly currency: string
  readonly seq: number
  readonly occurredAtMs: number
  readonly messageId: MessageId
  readonly appId: AppId
  readonly channel: Message['channel']
  readonly state: Message['state']
  readonly failureCode: Message['failureCode']
  readonly acceptedAtMs: number
}

/** The unread reservations of one account: those that were already fetched, and the range of the rest. */
export interface PendingReservations {
  readonly account: AccountKey
  readonly afterSeq: number
  toSeq: number
  readonly ahead: Reserved[]
}

/**
 * How much is fetched at a time: this many reservations, and this many events if reservations are rare among
 * them.
 */
export interface ReadLimits {
  readonly reservations: number
  readonly sliceEvents: number
}

const reservations = joined({
  e: ledgerEvents.pick('environment', 'currency', 'seq', 'occurredAtMs'),
  m: messages.pick('messageId', 'appId', 'channel', 'state', 'failureCode', 'acceptedAtMs'),
})

const readBack = statement(`
  SELECT ${reservations.columns} FROM ledger_events e {by ledger_events.PRIMARY} {in this order} messages m {by messages.PRIMARY} ON m.id = e.message_id
  WHERE e.organization_id = ?x AND e.environment = ? AND e.currency = ? AND e.seq > ? AND e.seq <= ? AND e.phase = 1
  ORDER BY e.seq DESC LIMIT ?`)

const reservedOf = (row: Cells): Reserved => {
  const { e, m } = reservations.of(row)
  return { ...e, ...m }
}

/** Whether both belong to one account of an Organization. */
export const isOfOneAccount = (one: AccountDimensions, other: AccountDimensions): boolean =>
  one.environment === other.environment && one.currency === other.currency

/** Whether one reservation comes before the other in newest-first order, which is total and never changes. */
export const isNewer = (
  one: Pick<Reserved, 'environment' | 'currency' | 'seq' | 'occurredAtMs'>,
  other: Pick<Reserved, 'environment' | 'currency' | 'seq' | 'occurredAtMs'>,
): boolean => {
  if (isOfOneAccount(one, other)) return one.seq > other.seq
  if (one.occurredAtMs !== other.occurredAtMs) return one.occurredAtMs > other.occurredAtMs
  return accountName(one) < accountName(other)
}

/** Fetches more if a strand has no reservations left, up to the next reservation or its end. */
const refill = async (
  engine: Engine,
  strand: PendingReservations,
  { reservations: most, sliceEvents }: ReadLimits,
): Promise<E.Either<StorageUnavailable, void>> => {
  const { account, afterSeq, ahead } = strand
  while (ahead.length === 0 && strand.toSeq > afterSeq) {
    const fromSeq = Math.max(afterSeq, strand.toSeq - sliceEvents)
    const page = readBack(...accountCells(account), fromSeq, strand.toSeq, most)
    const read = await engine.read([page], 'each')
    if (E.isLeft(read)) return read
    for (const row of read.right[0] ?? []) ahead.push(reservedOf(row))
    strand.toSeq = ahead.length === most ? (ahead.at(-1)?.seq ?? 0) - 1 : fromSeq
  }
  return E.right(undefined)
}

/** Takes the newest remaining reservation of all strands; undefined: there is none. */
export const strandsWith =
  (engine: Engine, strands: readonly PendingReservations[], limits: ReadLimits) =>
  async (): Promise<E.Either<StorageUnavailable, { readonly take: () => Reserved } | undefined>> => {
    let newest: { readonly first: Reserved; readonly strand: PendingReservations } | undefined
    for (const strand of strands) {
      const filled = await refill(engine, strand, limits)
      if (E.isLeft(filled)) return filled
      const first = strand.ahead[0]
      if (first !== undefined && (newest === undefined || isNewer(first, newest.first)))
        newest = { first, strand }
    }
    if (newest === undefined) return E.right(undefined)
    const { first, strand } = newest
    return E.right({
      take: () => {
        strand.ahead.shift()
        return first
      },
    })
  }
