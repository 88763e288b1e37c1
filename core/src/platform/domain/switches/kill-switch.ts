import type { BlockedDestination } from '../../../catalog/domain/blocked-destination.js'
import type { SwitchFacts } from '../../../messaging/domain/dispatch/next-step.js'
import type { App, Organization } from '../../../tenancy/domain/records.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'

/** What stops messages at once, and what takes it back (docs/contract#kill-switches); the names of the operations. */
export const SWITCH_NAMES = [
  'stopApp', 'resumeApp', 'stopProviderAccount', 'resumeProviderAccount', 'blockDestination', 'unblockDestination',
  'suspendOrganization', 'reactivateOrganization',
] as const // prettier-ignore

export type SwitchName = (typeof SWITCH_NAMES)[number]

/** What switches are thrown at, in the order in which what is stopped is listed. */
export const TARGET_KINDS = ['organization', 'providerAccount', 'app', 'destination'] as const

export type TargetKind = (typeof TARGET_KINDS)[number]

/** What each switch is thrown at. */
export const SWITCH_TARGETS: Readonly<Record<SwitchName, TargetKind>> = {
  stopApp: 'app',
  resumeApp: 'app',
  stopProviderAccount: 'providerAccount',
  resumeProviderAccount: 'providerAccount',
  blockDestination: 'destination',
  unblockDestination: 'destination',
  suspendOrganization: 'organization',
  reactivateOrganization: 'organization',
}

/** By which switch something of a kind is stopped. */
export const STOPPED_BY = {
  organization: 'suspendOrganization',
  providerAccount: 'stopProviderAccount',
  app: 'stopApp',
  destination: 'blockDestination',
} as const satisfies Readonly<Record<TargetKind, SwitchName>>

/** A switch before anybody throws it: what would be done, and to what. */
export interface KillSwitch {
  readonly operation: SwitchName
  /** The identifier of what is switched, or the beginning of the numbers. */
  readonly target: string
}

/** Whether it stops something, and does not take a stop back. */
export const isStopping = ({ operation }: Pick<KillSwitch, 'operation'>): boolean =>
  operation === 'stopApp' ||
  operation === 'stopProviderAccount' ||
  operation === 'blockDestination' ||
  operation === 'suspendOrganization'

type Statuses = {
  readonly app: App['status']
  readonly account: ProviderAccount['status']
  readonly organization: Organization['status']
}

const statusesAfter = (kill: KillSwitch): Statuses =>
  isStopping(kill)
    ? { app: 'disabled', account: 'disabled', organization: 'suspended' }
    : { app: 'active', account: 'enabled', organization: 'active' }

const withAccount = (
  { providerAccounts }: SwitchFacts,
  id: string,
  status: ProviderAccount['status'],
): SwitchFacts['providerAccounts'] => {
  const account = providerAccounts.get(id)
  return account === undefined ? providerAccounts : new Map(providerAccounts).set(id, { ...account, status })
}

/** What an app's messages would be decided by, once the switch is thrown. */
export const factsAfter = (kill: KillSwitch, facts: SwitchFacts): SwitchFacts => {
  const { operation, target } = kill
  const { app, organization, blockedDestinations } = facts
  const after = statusesAfter(kill)
  switch (operation) {
    case 'stopApp':
    case 'resumeApp':
      return app.appId === target ? { ...facts, app: { ...app, status: after.app } } : facts
    case 'stopProviderAccount':
    case 'resumeProviderAccount':
      return { ...facts, providerAccounts: withAccount(facts, target, after.account) }
    case 'blockDestination':
      return { ...facts, blockedDestinations: [...blockedDestinations, target] }
    case 'unblockDestination':
      return { ...facts, blockedDestinations: blockedDestinations.filter((prefix) => prefix !== target) }
    case 'suspendOrganization':
    case 'reactivateOrganization':
      return organization.organizationId === target
        ? { ...facts, organization: { ...organization, status: after.organization } }
        : facts
  }
}

/** What switches are thrown at, as it is now. */
export interface SwitchTarget {
  readonly organization: Organization | undefined
  readonly app: App | undefined
  readonly account: ProviderAccount | undefined
  readonly blocked: readonly BlockedDestination[]
}

/** Whether all is as the switch would make it already; undefined where there is nothing that it could be thrown at. */
export const isSwitched = (kill: KillSwitch, target: SwitchTarget): boolean | undefined => {
  const after = statusesAfter(kill)
  switch (kill.operation) {
    case 'stopApp':
    case 'resumeApp':
      return target.app && target.app.status === after.app
    case 'stopProviderAccount':
    case 'resumeProviderAccount':
      return target.account && target.account.status === after.account
    case 'suspendOrganization':
    case 'reactivateOrganization':
      return target.organization && target.organization.status === after.organization
    case 'blockDestination':
      return target.blocked.some(({ prefix }) => prefix === kill.target)
    case 'unblockDestination':
      return target.blocked.some(({ prefix }) => prefix === kill.target) ? false : undefined
  }
}
