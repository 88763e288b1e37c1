import type { Change, ChangeGroup } from '@postrider/core/feed/domain/change'
import type { EventNote } from '@postrider/core/feed/domain/event-note'
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
  billing?: ChangeGroup['billing'] | null,
]

/** The stored form of a change: its groups, and its events if it has some. */
type WrittenChange =
  | readonly WrittenGroup[]
  | { readonly groups: readonly WrittenGroup[]; readonly events: readonly EventNote[] }

const written = (group: ChangeGroup): WrittenGroup => {
  const { kind, count, organizationId, appId, channel, lane, state, amountMinor, currency } = group
  if (appId === undefined) return organizationId === undefined ? [kind, count] : [kind, count, organizationId]
  if (state === undefined) return [kind, count, organizationId, appId, channel, lane]
  const { failureCode, ages, environment, templateId, billing } = group
  const became = [kind, count, organizationId, appId, channel, lane, state, amountMinor, currency] as const
  if (billing !== undefined) return [...became, failureCode, ages, environment, templateId, billing]
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
  billing: of[11] ?? undefined,
})

const ID_DIGITS = 32

/** The cells of a change: its groups, and its messages' identifiers of 16 bytes each, concatenated. */
export const changeCells = ({ groups, messageIds, events }: Change): readonly Cell[] => {
  const ofGroups = groups.map(written)
  const change: WrittenChange = events === undefined ? ofGroups : { groups: ofGroups, events }
  return [JSON.stringify(change), messageIds.map(idCell).join('')]
}

const isOfGroups = (change: WrittenChange): change is readonly WrittenGroup[] => Array.isArray(change)

const readChange = (body: Cell | undefined): Pick<Change, 'groups' | 'events'> => {
  const change = readJson(body) as WrittenChange
  return isOfGroups(change)
    ? { groups: change.map(read) }
    : { groups: change.groups.map(read), events: change.events }
}

/** The groups of a change in its first cell. */
export const changeGroupsOf = (body: Cell | undefined): readonly ChangeGroup[] => readChange(body).groups

/** The cells of the identifiers in the second: all of them, or those from one place up to but not including another. */
export const idCellsOf = (ids: Cell | undefined, from = 0, to = Infinity): readonly string[] => {
  const digits = readText(ids)
  const end = Math.min(digits.length, to * ID_DIGITS)
  const cells: string[] = []
  for (let at = from * ID_DIGITS; at < end; at += ID_DIGITS) cells.push(digits.slice(at, at + ID_DIGITS))
  return cells
}

/** The change in two cells. */
export const changeOf = (body: Cell | undefined, ids: Cell | undefined): Change => ({
  ...readChange(body),
  messageIds: idCellsOf(ids).map((cell): MessageId => idOf('msg', cell)),
})
