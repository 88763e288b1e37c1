import { isId } from '../../kernel/ids/id.js'
import { stoppedView } from './views.js'
import { refusal } from '../../kernel/refusals/refusal.js'
import { STOPPED_BY, TARGET_KINDS, type TargetKind } from '../../platform/domain/switches/kill-switch.js'
import type { StoppedPosition } from '../../platform/domain/switches/stopped-target.js'
import { E } from '../../fp.js'
import { listing } from '../../runner/use-cases/listing.js'
import type { Positions } from '../../runner/use-cases/positions.js'
import { SWITCH_ENTRIES } from './switch-entries.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_INTERACTIVE } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { targetKind, stoppedShape } from './switch-shapes.js'
import { list } from '../../kernel/codecs/list.js'

/**
 * The stopped targets of the kinds that the caller may switch, each with who stopped it, when and why.
 * PermissionDenied if the caller may switch none, or not the requested kind.
 */
export const listStoppedEntry = entryOf('Providers', 'listStopped', {
  ...PROVIDERS_INTERACTIVE,
  summary: 'List what is stopped',
  description:
    'Lists suspended Organizations, stopped provider accounts and apps, and blocked destinations, of the kinds that the caller may resume. Shows who stopped each, when and why, if the audit log has it.',
  permission: undefined,
  mutation: false,
  effect: 'reads',
  refusals: ['PermissionDenied'],
  live: runAgainForAll('act'),
  request: pageRequest({}, { kind: targetKind }),
  result: pageResult({ stopped: list(stoppedShape, { description: 'The stopped targets on this page.' }) }),
})

const DIGITS = /^[0-9]{1,15}$/
const isTarget: Readonly<Record<TargetKind, (text: string) => boolean>> = {
  organization: (text) => isId('org', text),
  providerAccount: (text) => isId('pac', text),
  app: (text) => isId('app', text),
  destination: (text) => DIGITS.test(text),
}

/** Positions by kind and target; a destination is written without its plus. */
const byTarget: Positions<StoppedPosition> = {
  read: (text) => {
    const [named, target = '', ...more] = text.split('-')
    const kind = TARGET_KINDS.find((one) => one === named)
    if (kind === undefined || more.length > 0 || !isTarget[kind](target)) return undefined
    return { kind, target: kind === 'destination' ? `+${target}` : target }
  },
  write: ({ kind, target }) => `${kind}-${target.replace('+', '')}`,
}

export const listStopped = listing(listStoppedEntry, {
  positions: byTarget,
  query: ({ request: { kind }, facts }) => {
    const permissions = facts.admin?.permissions ?? []
    const kinds = TARGET_KINDS.filter(
      (one) => one === (kind ?? one) && permissions.includes(SWITCH_ENTRIES[STOPPED_BY[one]].permission),
    )
    return kinds.length === 0 ? E.left(refusal('PermissionDenied')) : E.right({ kinds: kinds.join(' ') })
  },
  read: ({ kinds }, { position: after, readAhead: limit }, { storage }) => {
    const kindNames = kinds.split(' ')
    return storage.switches.stopped({
      kinds: TARGET_KINDS.filter((kind) => kindNames.includes(kind)),
      after,
      limit,
    })()
  },
  positionOf: ({ kind, target }) => ({ kind, target }),
  show: (stopped) => ({ stopped: stopped.map(stoppedView) }),
})
