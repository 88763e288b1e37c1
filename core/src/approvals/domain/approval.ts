import type { Actor } from '../../audit/domain/audit-event.js'
import type { ApprovalId, EntryId, OrganizationId, PriceVersionId, UserId } from '../../kernel/ids/id.js'
import type { AccountDimensions } from '../../ledger/domain/account.js'
import type { AdminPermission } from '../../identity/domain/people/roles.js'
import type { PriceVersion } from '../../ledger/domain/pricing/price-version.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/**
 * What takes two people: prices, money that no message moves, and another second factor for somebody who lost theirs
 * (docs/contract#approvals).
 */
export const APPROVAL_KINDS = [
  'price_version',
  'balance_credit',
  'balance_adjustment',
  'second_factor_reset',
] as const

export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

/** A proposal waits for somebody's decision, which is its last state. */
export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected'] as const

export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** A price that somebody wants, for an Organization or for everybody. */
export interface PriceProposal extends Omit<PriceVersion, 'priceVersionId' | 'organizationId'> {
  readonly kind: 'price_version'
}

/** Money that somebody wants to give an Organization, or to take from it. */
export interface BalanceProposal extends AccountDimensions {
  readonly kind: 'balance_credit' | 'balance_adjustment'
  /** Minor units; a credit is positive, an adjustment of either sign, none is 0. */
  readonly amountMinor: number
}

/** What prices or money somebody wants. */
export type CommercialProposal = PriceProposal | BalanceProposal

/** A super admin who is to enrol anew, because the second factor is lost. */
export interface FactorProposal {
  readonly kind: 'second_factor_reset'
  readonly userId: UserId
}

export type Proposal = CommercialProposal | FactorProposal

/** Something that one super admin proposes and another decides; it is never deleted. */
export interface Approval {
  readonly approvalId: ApprovalId
  /** Whom it concerns; undefined: everybody, for a list price. */
  readonly organizationId: OrganizationId | undefined
  readonly proposal: Proposal
  readonly reason: string
  readonly status: ApprovalStatus
  /** The person who proposes, directly or by an Agent of theirs. */
  readonly makerId: UserId
  readonly makerKind: Actor['kind']
  /** The session or key that the proposal came by; undefined where there was none. */
  readonly makerCredentialId: string | undefined
  readonly proposedAtMs: EpochMs
  /** The person who decided; undefined while nobody has. */
  readonly deciderId: UserId | undefined
  readonly deciderKind: Actor['kind'] | undefined
  readonly deciderCredentialId: string | undefined
  readonly decisionReason: string | undefined
  readonly decidedAtMs: EpochMs | undefined
  /** What it has become: a price version, an entry of the ledger, or who enrols; undefined unless it was approved. */
  readonly executedId: PriceVersionId | EntryId | UserId | undefined
  readonly version: number
}

/** What somebody must be allowed to propose such a thing, and to decide it. */
export const PERMISSION_FOR: Readonly<Record<ApprovalKind, AdminPermission>> = {
  price_version: 'admin.pricing',
  balance_credit: 'admin.billing',
  balance_adjustment: 'admin.billing',
  second_factor_reset: 'admin.users',
}

/** What people alone have to do with, and none of their Agents: it lets somebody in. */
const FOR_PEOPLE: readonly ApprovalKind[] = ['second_factor_reset']

/** The kinds that somebody with these permissions has to do with, as they come, in their order. */
export const kindsFor = (
  permissions: readonly AdminPermission[],
  { kind: by }: Pick<Actor, 'kind'>,
): readonly ApprovalKind[] =>
  APPROVAL_KINDS.filter((kind) => permissions.includes(PERMISSION_FOR[kind])).filter(
    (kind) => by !== 'agent' || !FOR_PEOPLE.includes(kind),
  )
