import { type Change, newStatesIn, type NewStates } from '../../feed/domain/change.js'
import type { EventNote } from '../../feed/domain/event-note.js'
import type { AppId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { EventRun, StreamOwner } from './event.js'

/** The new events of an app, in order. */
export interface AppRuns extends StreamOwner {
  readonly runs: readonly EventRun[]
}

/** A committed change, as far as events follow from it. */
interface EventfulChange extends Change {
  readonly atMs: EpochMs
}

interface OwnedRun {
  readonly owner: StreamOwner
  readonly run: EventRun
}

const runOfStates = ({ group, messageIds }: NewStates, atMs: EpochMs): readonly OwnedRun[] => {
  const { appId, organizationId, environment, channel, state, failureCode } = group
  if (
    appId === undefined ||
    organizationId === undefined ||
    environment === undefined ||
    channel === undefined
  )
    return []
  const became = { channel, state, billing: group.billing ?? 'provisional', failureCode } as const
  return [
    { owner: { appId, organizationId, environment }, run: { kind: 'messages', atMs, became, messageIds } },
  ]
}

const runsOfNote = (
  note: EventNote,
  atMs: EpochMs,
  appsOf: (note: EventNote) => readonly StreamOwner[],
): readonly OwnedRun[] => {
  const { type, organizationId, environment, appId, data } = note
  const isNamed = appId !== undefined && environment !== undefined
  const owners = isNamed ? [{ appId, organizationId, environment }] : appsOf(note)
  return owners.map((owner) => ({ owner, run: { kind: 'note', atMs, type, data } }))
}

/**
 * The events that follow from changes, for each app in the order of the changes. `appsOf` returns the apps
 * that get the event of a note which doesn't name app and environment.
 */
export const deriveRuns = (
  changes: readonly EventfulChange[],
  appsOf: (note: EventNote) => readonly StreamOwner[],
): readonly AppRuns[] => {
  const byApp = new Map<AppId, { readonly owner: StreamOwner; readonly runs: EventRun[] }>()
  for (const change of changes) {
    const { atMs, events = [] } = change
    const found = [
      ...newStatesIn(change).flatMap((states) => runOfStates(states, atMs)),
      ...events.flatMap((note) => runsOfNote(note, atMs, appsOf)),
    ]
    for (const { owner, run } of found) {
      const known = byApp.get(owner.appId)
      if (known === undefined) byApp.set(owner.appId, { owner, runs: [run] })
      else known.runs.push(run)
    }
  }
  return [...byApp.values()].map(({ owner, runs }) => ({ ...owner, runs }))
}

/** The notes whose apps have to be looked up. */
export const notesForApps = (changes: readonly EventfulChange[]): readonly EventNote[] =>
  changes.flatMap(({ events = [] }) =>
    events.filter(({ appId, environment }) => appId === undefined || environment === undefined),
  )
