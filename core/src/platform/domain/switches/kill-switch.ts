import type { BlockedDestination } from '../../../catalog/domain/blocked-destination.js'
import type { SwitchFacts } from '../../../messaging/domain/dispatch/next-step.js'
import type { App, Organization } from '../../../tenancy/domain/records.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'

/** The operations that stop messages immediately, and those that undo it (docs/api/admin#emergency-stops). */
export const SWITCH_NAMES = [
  'stopApp', 'resumeApp', 'stopProviderAccount', 'resumeProviderAccount', 'blockDestination', 'unblockDestination',
  'suspendOrganization', 'reactivateOrganization',
] as const // prettier-ignore

export type SwitchName = (typeof SWITCH_NAMES)[number]

/** The kinds of targets of switches, in the order in which stopped targets are listed. */
export const TARGET_KINDS = ['organization', 'providerAccount', 'app', 'destination'] as const

export type TargetKind = (typeof TARGET_KINDS)[number]

/** The kind of target of each switch. */
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

/** The switch that stops a target of each kind. */
export const STOPPED_BY = {
  organization: 'suspendOrganization',
  providerAccount: 'stopProviderAccount',
  app: 'stopApp',
  destination: 'blockDestination',
} as const satisfies Readonly<Record<TargetKind, SwitchName>>

/** A planned switch, before it is executed: the operation and its target. */
export interface KillSwitch {
  readonly operation: SwitchName
  /** The identifier of the target, or the number prefix. */
  readonly target: string
}

/** Whether the switch stops something, rather than undoing a stop. */
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

/** The facts that decide about an app's messages after the switch. */
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

/** The present state of a switch's targets. */
export interface SwitchTarget {
  readonly organization: Organization | undefined
  readonly app: App | undefined
  readonly account: ProviderAccount | undefined
  readonly blocked: readonly BlockedDestination[]
}

/**
 * Whether the target is already in the state that the switch would set; undefined if the target doesn't
 * exist.
 */
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
