import { accountCells } from '../../cells/account-cells.js'
import { accountHeads } from '../../ledger/accounts-table.js'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { PricedMessage, VolumeSlice } from '@postrider/core/ledger/domain/price-previews/price-preview'
import type { PriceStorage } from '@postrider/core/ledger/ports/price-storage'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import { readInteger } from '../../cells/cell.js'
import { firstIdCell, idCell } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { lastSeqBefore } from '../../ledger/account-history.js'
import { messages } from './table.js'
import { expression, joined, outer } from '../../rows/selection.js'

const priced = messages.pick(
  'messageId',
  'organizationId',
  'environment',
  'channel',
  'to',
  'lane',
  'units',
  'charge',
  'billing',
  'state',
  'acceptedAtMs',
)
const posted = joined({ seq: expression('e.seq', readInteger), m: outer(priced) })

const listMessages = statement(`
  SELECT ${priced.select('m')} FROM messages m {by messages.PRIMARY}
  WHERE m.id >= ?x AND m.id < ?x ORDER BY m.id LIMIT ?`)
const findAccounts = statement(`
  SELECT ${accountHeads.select('a')} FROM accounts a WHERE a.organization_id = ?x ORDER BY a.environment, a.currency`)
const listPosted = statement(`
  SELECT ${posted.columns} FROM ledger_events e {by ledger_events.PRIMARY}
  LEFT JOIN messages m ON m.id = e.message_id AND e.type = 'reservation'
  WHERE e.organization_id = ?x AND e.environment = ? AND e.currency = ? AND e.seq > ? AND e.seq <= ? ORDER BY e.seq LIMIT ?`)

/** A month is sampled at this many places, with a limited number of rows at each. */
const PLACES = 30

type Read<A> = Promise<E.Either<StorageUnavailable, A>>

const bounds = (from: number, to: number): ReadonlyArray<readonly [number, number]> => {
  const step = (to - from) / PLACES
  return Array.from({ length: PLACES }, (_, at) => [
    Math.floor(from + at * step),
    Math.floor(from + (at + 1) * step),
  ])
}

/** The sampled share of a place. */
const shareOf = (reached: number, [from, to]: readonly [number, number]): number =>
  Math.min(1, Math.max(1, reached - from) / Math.max(1, to - from))

/** The volume of all Organizations, by the times in identifiers. */
const readVolume = async (
  engine: Engine,
  fromMs: number,
  toMs: number,
  most: number,
): Read<readonly VolumeSlice[]> => {
  const places = bounds(fromMs, toMs)
  const read = await engine.read(
    places.map(([from, to]) => listMessages(firstIdCell(from), firstIdCell(to), most + 1)),
    'each',
  )
  return E.map((answers: readonly Rows[]) =>
    answers.map((rows, at): VolumeSlice => {
      const found = rows.slice(0, most).map(priced.of)
      const place = places[at] ?? [fromMs, toMs]
      const isWhole = rows.length <= most
      return { messages: found, share: isWhole ? 1 : shareOf(found.at(-1)?.acceptedAtMs ?? toMs, place) }
    }),
  )(read)
}

/** The volume of one Organization, by the numbers of its accounts' events. */
const readVolumeOf = async (
  engine: Engine,
  organizationId: OrganizationId,
  fromMs: number,
  most: number,
): Read<readonly VolumeSlice[]> => {
  const organization = idCell(organizationId)
  const accounts = await engine.read([findAccounts(organization)], 'each')
  if (E.isLeft(accounts)) return accounts
  const slices: VolumeSlice[] = []
  for (const account of (accounts.right[0] ?? []).map(accountHeads.of)) {
    const head = account.version
    const after = await lastSeqBefore(engine, account, fromMs, head)
    if (E.isLeft(after)) return after
    const places = bounds(after.right, head).filter(([from, to]) => to > from)
    if (places.length === 0) continue
    const read = await engine.read(
      places.map(([from, to]) => listPosted(...accountCells(account), from, to, most)),
      'each',
    )
    if (E.isLeft(read)) return read
    for (const [at, rows] of read.right.entries()) {
      const events = rows.map(posted.of)
      const found: readonly PricedMessage[] = events.flatMap(({ m }) => m ?? [])
      const [from, to] = places[at] ?? [0, 0]
      slices.push({ messages: found, share: shareOf(events.at(-1)?.seq ?? to, [from, to]) })
    }
  }
  return E.right(slices)
}

/** The maximum number of rows to read at each place of a month. */
const MOST_OF_A_PLACE = 200

/** Estimates how many messages a price would affect. */
export const priceVolume = (
  engine: Engine,
  mostOfAPlace = MOST_OF_A_PLACE,
): Pick<PriceStorage, 'volume'> => ({
  volume: (organizationId, fromMs, toMs) => () =>
    organizationId === undefined
      ? readVolume(engine, fromMs, toMs, mostOfAPlace)
      : readVolumeOf(engine, organizationId, fromMs, mostOfAPlace),
})
