import type { MessageId } from '@postrider/core/kernel/ids/id'
import { type Account, accountKey } from '@postrider/core/ledger/domain/account'
import { type LedgerEvent, phaseOf } from '@postrider/core/ledger/domain/ledger-event'
import type { MemoryTables } from './tables.js'

/** Rows that a plan wants to write. */
interface NewRows {
  readonly messageIds?: readonly MessageId[]
  readonly accounts?: readonly Account[]
  readonly events?: readonly LedgerEvent[]
}

const seqKey = (event: LedgerEvent): string => `${accountKey(event)} ${event.seq}`
const phaseKey = ({ messageId, type }: LedgerEvent): string | undefined =>
  messageId === undefined ? undefined : `${messageId} ${phaseOf(type)}`

const isTwice = <A>(there: Iterable<A>, added: readonly A[]): boolean =>
  new Set(added).size < added.length || added.some((one) => new Set(there).has(one))

const isUnsound = ({ postedMinor, reservedMinor }: Account): boolean =>
  reservedMinor < 0 || postedMinor < reservedMinor

/** Whether a database would refuse the rows: what its CHECKs and unique keys forbid. */
export const breaksRules = (
  { messages, events }: MemoryTables,
  { messageIds = [], accounts = [], events: booked = [] }: NewRows,
): boolean => {
  const phases = (of: readonly LedgerEvent[]): readonly string[] => of.flatMap((one) => phaseKey(one) ?? [])
  return (
    accounts.some(isUnsound) ||
    isTwice(messages.keys(), messageIds) ||
    isTwice(events.map(seqKey), booked.map(seqKey)) ||
    isTwice(phases(events), phases(booked))
  )
}
