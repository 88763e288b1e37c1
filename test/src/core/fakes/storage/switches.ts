import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { STOPPED_BY, TARGET_KINDS } from '@postrider/core/platform/domain/switches/kill-switch'
import type {
  StoppedPosition,
  StoppedRecord,
  StoppedTarget,
} from '@postrider/core/platform/domain/switches/stopped-target'
import type { WaitingMessage } from '@postrider/core/platform/domain/switches/switch-effect'
import type { SwitchScope, SwitchStorage, SwitchedApp } from '@postrider/core/platform/ports/switch-storage'
import type { Calls } from './calls.js'
import { attemptsOf, type MemoryTables } from './tables.js'

const isOf = (
  organizationId: OrganizationId | undefined,
  one: { readonly organizationId: OrganizationId },
): boolean => organizationId === undefined || one.organizationId === organizationId

const waitingIn = (
  tables: MemoryTables,
  organizationId: OrganizationId | undefined,
): readonly WaitingMessage[] =>
  [...tables.outbox.keys()].flatMap((id) => {
    const message = tables.messages.get(id)
    if (message?.state !== 'ACCEPTED' || !isOf(organizationId, message)) return []
    const { messageId, appId, environment, channel, to, charge, billing, expiresAtMs } = message
    const last = attemptsOf(tables, messageId).find(({ number }) => number === message.attempt)
    const lastAttempt = last && { phase: last.phase, providerAccountId: last.providerAccountId }
    const own = { messageId, organizationId: message.organizationId, appId, environment }
    return [{ ...own, channel, to, charge, billing, expiresAtMs, lastAttempt }]
  })

const isInScope = ({ app, configurations }: SwitchedApp, scope: SwitchScope): boolean => {
  switch (scope._tag) {
    case 'OfOrganization':
      return app.organizationId === scope.organizationId
    case 'OfApps':
      return scope.appIds.includes(app.appId)
    case 'OfAccount':
      return configurations.some((one) => one.providerAccountIds.includes(scope.providerAccountId))
  }
}

const appsIn = ({ catalog }: MemoryTables, scope: SwitchScope): readonly SwitchedApp[] =>
  [...catalog.apps]
    .sort((one, other) => (one.appId < other.appId ? -1 : 1))
    .flatMap((app) => {
      const organization = catalog.organizations.find((one) => one.organizationId === app.organizationId)
      const configurations = catalog.configurations
        .filter(({ appId }) => appId === app.appId)
        .sort((one, other) => (one.channel < other.channel ? -1 : 1))
      return organization === undefined ? [] : [{ app, organization, configurations }]
    })
    .filter((one) => isInScope(one, scope))

const NO_DETAILS = {
  organizationId: undefined,
  environment: undefined,
  version: undefined,
  sinceMs: undefined,
}

const stoppedIn = ({ catalog }: MemoryTables): readonly StoppedRecord[] => [
  ...catalog.organizations
    .filter(({ status }) => status === 'suspended')
    .map(({ organizationId, displayName: name, version }) => {
      return {
        ...NO_DETAILS,
        kind: 'organization' as const,
        target: organizationId,
        name,
        organizationId,
        version,
      }
    }),
  ...catalog.providerAccounts
    .filter(({ status }) => status === 'disabled')
    .map(({ providerAccountId: target, name, version }) => {
      return { ...NO_DETAILS, kind: 'providerAccount' as const, target, name, version }
    }),
  ...catalog.apps
    .filter(({ status }) => status === 'disabled')
    .map(({ appId: target, name, organizationId, environment }) => {
      return { ...NO_DETAILS, kind: 'app' as const, target, name, organizationId, environment }
    }),
  ...catalog.blockedDestinations.map(({ prefix, createdAtMs: sinceMs }) => {
    return { ...NO_DETAILS, kind: 'destination' as const, target: prefix, name: prefix, sinceMs }
  }),
]

/** By kind, then by target. */
const byPosition = (one: StoppedPosition, other: StoppedPosition): number => {
  const apart = TARGET_KINDS.indexOf(one.kind) - TARGET_KINDS.indexOf(other.kind)
  if (apart !== 0 || one.target === other.target) return apart
  return one.target < other.target ? -1 : 1
}

const stoppingOf = ({ audit }: MemoryTables, { kind, target }: StoppedPosition): StoppedTarget['act'] => {
  const [newest] = audit
    .filter((one) => one.target === target && one.action === STOPPED_BY[kind] && one.outcome === 'done')
    .sort((one, other) => other.seq - one.seq)
  return newest && { actor: newest.actor, reason: newest.reason, atMs: newest.atMs }
}

/** What kill switches would hit, and have hit, in memory. */
export const memorySwitches = (tables: MemoryTables, calls: Calls): SwitchStorage => {
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    waiting: (organizationId) =>
      calls.reading('waitingMessages', () =>
        asOf({ messages: waitingIn(tables, organizationId), isSample: false }),
      ),
    accepted: (organizationId, sinceMs) =>
      calls.reading('acceptedMessages', () => {
        const messages = [...tables.messages.values()]
          .filter((one) => isOf(organizationId, one) && one.acceptedAtMs >= sinceMs)
          .map(({ organizationId: owner, appId, environment, channel, to, charge, acceptedAtMs }) => {
            const own = { organizationId: owner, appId, environment }
            return { ...own, channel, to, charge, acceptedAtMs }
          })
        return asOf({ messages, sinceMs })
      }),
    records: (scope) =>
      calls.reading('switchRecords', () => {
        const { providerAccounts, blockedDestinations } = tables.catalog
        return asOf({
          apps: appsIn(tables, scope),
          isSample: false,
          providerAccounts: [...providerAccounts].sort((one, other) =>
            one.providerAccountId < other.providerAccountId ? -1 : 1,
          ),
          blockedDestinations: [...blockedDestinations].sort((one, other) =>
            one.prefix < other.prefix ? -1 : 1,
          ),
        })
      }),
    stopped: ({ kinds, after, limit }) =>
      calls.reading('stopped', () =>
        asOf(
          stoppedIn(tables)
            .filter((one) => kinds.includes(one.kind) && (after === undefined || byPosition(one, after) > 0))
            .sort(byPosition)
            .slice(0, limit)
            .map((one) => ({ ...one, act: stoppingOf(tables, one) })),
        ),
      ),
  }
}
