import type { AppId } from '../../kernel/ids/id.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import {
  isSwitched,
  type KillSwitch,
  SWITCH_TARGETS,
  type SwitchTarget,
} from '../../platform/domain/switches/kill-switch.js'
import { previewSwitched } from '../../platform/domain/switches/switch-preview.js'
import { HOUR_MS, isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { ProviderCalls, AdministrationStorage } from '../../platform/ports/administration-storage.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type {
  RecentMessages,
  SwitchRecords,
  WaitingMessages,
  SwitchStorage,
} from '../../platform/ports/switch-storage.js'
import { absent, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { factsOf, lookAtScope, type LookedAt, lookedAt, messagesOf } from './look-at-records.js'
import { SWITCH_ENTRIES } from './switch-entries.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_INTERACTIVE } from './entry-parts.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { switchName, switchTarget, switchPreviewFields, switchPreviewExtras } from './switch-shapes.js'

/**
 * Previews an emergency stop (docs/api/admin#emergency-stops), by the same rules that dispatchers and
 * acceptance use; for callers who may use the switch. NotFound if the target doesn't exist.
 */
export const previewSwitchEntry = entryOf('Providers', 'previewSwitch', {
  ...PROVIDERS_INTERACTIVE,
  summary: 'Preview the impact of a kill switch',
  description:
    'Needs the permission for the kill switch. Shows waiting messages that would be cancelled, held or rerouted, recently accepted ones that would be refused, and whose they are. It examines a limited number of messages, and marks counts that may be larger.',
  permission: undefined,
  mutation: false,
  effect: 'reads',
  refusals: ['NotFound', 'PermissionDenied'],
  request: readRequest({ operation: switchName, target: switchTarget }, {}),
  result: readResult(switchPreviewFields, switchPreviewExtras),
})

interface Needs {
  readonly storage: { readonly administration: AdministrationStorage; readonly switches: SwitchStorage }
}
type Answer<A> = E.Either<Refusal | Outage, A>

/** How many of the affected apps are shown. */
const MOST_SHOWN = 50

const DESTINATION = /^\+/
const misfit = bodyProblem('/target', 'mismatch', 'The target does not match the operation.')

/** The apps of a destination are known only after reading the messages to it: all apps that have any. */
const appsMet = (kill: KillSwitch, waiting: WaitingMessages, accepted: RecentMessages): readonly AppId[] => {
  const met = [...waiting.messages, ...accepted.messages].filter(({ to }) => to.startsWith(kill.target))
  return [...new Set(met.map(({ appId }) => appId))]
}

const lookAtNumbers = async (needs: Needs, kill: KillSwitch, sinceMs: number): Promise<Answer<LookedAt>> => {
  const read = await messagesOf(needs, undefined, sinceMs)
  if (E.isLeft(read)) return read
  const [waiting, accepted] = read.right
  const appIds = appsMet(kill, waiting.value, accepted.value)
  const records = await needs.storage.switches.records({ _tag: 'OfApps', appIds })()
  return E.isLeft(records) ? records : E.right(lookedAt(records.right, read.right))
}

const look = async (needs: Needs, kill: KillSwitch, sinceMs: number): Promise<Answer<LookedAt>> => {
  const { target } = kill
  switch (SWITCH_TARGETS[kill.operation]) {
    case 'destination':
      return lookAtNumbers(needs, kill, sinceMs)
    case 'app': {
      const appId = knownId('app', target)
      return E.isLeft(appId) ? appId : lookAtScope(needs, { _tag: 'OfApps', appIds: [appId.right] }, sinceMs)
    }
    case 'providerAccount': {
      const id = knownId('pac', target)
      if (E.isLeft(id)) return id
      return lookAtScope(needs, { _tag: 'OfAccount', providerAccountId: id.right }, sinceMs)
    }
    case 'organization': {
      const id = knownId('org', target)
      if (E.isLeft(id)) return id
      return lookAtScope(needs, { _tag: 'OfOrganization', organizationId: id.right }, sinceMs)
    }
  }
}

/** The target of the switch; an Organization without apps exists too. */
const targetOf = async (
  { storage }: Needs,
  { operation, target }: KillSwitch,
  { apps, providerAccounts, blockedDestinations }: SwitchRecords,
): Promise<Answer<SwitchTarget>> => {
  const isOrganization = SWITCH_TARGETS[operation] === 'organization'
  const id = isOrganization ? knownId('org', target) : undefined
  const file =
    id !== undefined && E.isRight(id) ? await storage.administration.organization(id.right)() : undefined
  if (file !== undefined && E.isLeft(file)) return file
  return E.right({
    organization: file?.right.value?.organization,
    app: apps.find(({ app }) => app.appId === target)?.app,
    account: providerAccounts.find(({ providerAccountId }) => providerAccountId === target),
    blocked: blockedDestinations,
  })
}

/** The recent calls of the provider account. */
const callsOf = async ({ storage }: Needs, { operation, target }: KillSwitch, sinceMs: number) => {
  if (SWITCH_TARGETS[operation] !== 'providerAccount') return E.right({})
  const read = await storage.administration.providerCalls(sinceMs)()
  return E.map(({ value: { calls, isSample } }: AsOf<ProviderCalls>) => {
    const count = calls.filter(({ providerAccountId }) => providerAccountId === target).length
    return { calls: { since: isoTime(sinceMs), count, isSample } }
  })(read)
}

export const previewSwitch = reading(previewSwitchEntry, {
  inspect: ({ operation, target }) => {
    if (operation === undefined || target === undefined) return []
    return DESTINATION.test(target) === (SWITCH_TARGETS[operation] === 'destination') ? [] : [misfit]
  },
  read: async ({ request: kill, facts, nowMs }, needs) => {
    const { permission } = SWITCH_ENTRIES[kill.operation]
    if (!(facts.admin?.permissions ?? []).includes(permission)) return E.left(refusal('PermissionDenied'))
    const sinceMs = nowMs - HOUR_MS
    const looked = await look(needs, kill, sinceMs)
    if (E.isLeft(looked)) return looked
    const { epoch, records, waiting, accepted } = looked.right
    const target = await targetOf(needs, kill, records)
    if (E.isLeft(target)) return target
    const isSo = isSwitched(kill, target.right)
    if (isSo === undefined) return absent(epoch)
    const calls = await callsOf(needs, kill, sinceMs)
    if (E.isLeft(calls)) return calls
    const evidence = { facts: factsOf(records), waiting: waiting.messages, accepted: accepted.messages }
    const preview = previewSwitched(kill, evidence, nowMs)
    const version = (target.right.organization ?? target.right.account)?.version
    return shown(epoch, {
      ...kill,
      asOf: isoTime(nowMs),
      isSwitched: isSo,
      waiting: { ...preview.waiting, isAtLeast: waiting.isSample },
      accepted: { since: isoTime(accepted.sinceMs), refused: preview.refused },
      apps: preview.apps.slice(0, MOST_SHOWN).map(({ facts: { app }, ...counts }) => {
        const { organizationId, appId, name, environment } = app
        return { organizationId, appId, name, environment, ...counts }
      }),
      appCount: preview.apps.length,
      isAppCountAtLeast:
        records.isSample || (SWITCH_TARGETS[kill.operation] === 'destination' && waiting.isSample),
      ...(version === undefined || SWITCH_TARGETS[kill.operation] === 'app' ? {} : { version }),
      ...calls.right,
    })
  },
})
