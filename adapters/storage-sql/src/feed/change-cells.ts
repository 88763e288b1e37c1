import type { Change, ChangeGroup } from '@postrider/core/feed/domain/change'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { readJson, readText, type Cell } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'

/**
 * The stored form of a group: its values in this order, so that property names aren't stored a million times.
 * Undefined values at the end are omitted. Only this file uses the form. Values that are appended later are
 * read as undefined from older rows.
 */
type WrittenGroup = readonly [
  kind: ChangeGroup['kind'],
  count: number,
  organizationId?: ChangeGroup['organizationId'] | null,
  appId?: ChangeGroup['appId'] | null,
  channel?: ChangeGroup['channel'] | null,
  lane?: ChangeGroup['lane'] | null,
  state?: ChangeGroup['state'] | null,
  amountMinor?: number,
  currency?: ChangeGroup['currency'] | null,
  failureCode?: ChangeGroup['failureCode'] | null,
  ages?: ChangeGroup['ages'] | null,
  environment?: ChangeGroup['environment'] | null,
  templateId?: ChangeGroup['templateId'] | null,
]

const written = (group: ChangeGroup): WrittenGroup => {
  const { kind, count, organizationId, appId, channel, lane, state, amountMinor, currency } = group
  if (appId === undefined) return organizationId === undefined ? [kind, count] : [kind, count, organizationId]
  if (state === undefined) return [kind, count, organizationId, appId, channel, lane]
  const { failureCode, ages, environment, templateId } = group
  const became = [kind, count, organizationId, appId, channel, lane, state, amountMinor, currency] as const
  if (templateId !== undefined) return [...became, failureCode, ages, environment, templateId]
  if (environment !== undefined) return [...became, failureCode, ages, environment]
  if (ages !== undefined) return [...became, failureCode, ages]
  return failureCode === undefined ? became : [...became, failureCode]
}

const read = ([kind, count, ...of]: WrittenGroup): ChangeGroup => ({
  kind,
  count,
  organizationId: of[0] ?? undefined,
  appId: of[1] ?? undefined,
  channel: of[2] ?? undefined,
  lane: of[3] ?? undefined,
  state: of[4] ?? undefined,
  amountMinor: of[5] ?? 0,
  currency: of[6] ?? undefined,
  failureCode: of[7] ?? undefined,
  ages: of[8] ?? undefined,
  environment: of[9] ?? undefined,
  templateId: of[10] ?? undefined,
})

const ID_DIGITS = 32

/** The cells of a change: its groups, and its messages' identifiers of 16 bytes each, concatenated. */
export const changeCells = ({ groups, messageIds }: Change): readonly Cell[] => [
  JSON.stringify(groups.map(written)),
  messageIds.map(idCell).join(''),
]

/** The groups of a change in its first cell. */
export const changeGroupsOf = (body: Cell | undefined): readonly ChangeGroup[] =>
  (readJson(body) as readonly WrittenGroup[]).map(read)

/** The cells of the identifiers in the second. */
export const idCellsOf = (ids: Cell | undefined): readonly string[] => {
  const digits = readText(ids)
  const cells: string[] = []
  for (let at = 0; at < digits.length; at += ID_DIGITS) cells.push(digits.slice(at, at + ID_DIGITS))
  return cells
}

/** The change in two cells. */
export const changeOf = (body: Cell | undefined, ids: Cell | undefined): Change => ({
  groups: changeGroupsOf(body),
  messageIds: idCellsOf(ids).map((cell): MessageId => idOf('msg', cell)),
})
