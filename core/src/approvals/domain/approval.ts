import type { Actor } from '../../audit/domain/audit-event.js'
import type { ApprovalId, EntryId, OrganizationId, PriceVersionId, UserId } from '../../kernel/ids/id.js'
import type { AccountDimensions } from '../../ledger/domain/account.js'
import type { AdminPermission } from '../../identity/domain/people/roles.js'
import type { PriceVersion } from '../../ledger/domain/pricing/price-version.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/**
 * The kinds of changes that need two people (docs/api/admin#approvals): prices, money that no message moves,
 * and the reset of a lost second factor.
 */
export const APPROVAL_KINDS = [
  'price_version',
  'balance_credit',
  'balance_adjustment',
  'second_factor_reset',
] as const

export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

/** The states of a proposal: pending until somebody decides it, then final. */
export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected'] as const

export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** A proposed price, for one Organization or for all. */
export interface PriceProposal extends Omit<PriceVersion, 'priceVersionId' | 'organizationId'> {
  readonly kind: 'price_version'
}

/** A proposed credit or adjustment of an Organization's money. */
export interface BalanceProposal extends AccountDimensions {
  readonly kind: 'balance_credit' | 'balance_adjustment'
  /** Minor units, never 0; a credit is positive, an adjustment has either sign. */
  readonly amountMinor: number
}

/** A proposal about prices or money. */
export type CommercialProposal = PriceProposal | BalanceProposal

/** A reset of a super admin's lost second factor, so that they enroll again. */
export interface FactorProposal {
  readonly kind: 'second_factor_reset'
  readonly userId: UserId
}

export type Proposal = CommercialProposal | FactorProposal

/** A proposal that one super admin makes and another decides; it is never deleted. */
export interface Approval {
  readonly approvalId: ApprovalId
  /** The Organization that it concerns; undefined for a list price or a reset. */
  readonly organizationId: OrganizationId | undefined
  readonly proposal: Proposal
  readonly reason: string
  readonly status: ApprovalStatus
  /** The person who made the proposal, directly or through their Agent. */
  readonly makerId: UserId
  readonly makerKind: Actor['kind']
  /** The session or key with which the proposal was made; undefined if there was none. */
  readonly makerCredentialId: string | undefined
  readonly proposedAtMs: EpochMs
  /** The person who decided; undefined while it is pending. */
  readonly deciderId: UserId | undefined
  readonly deciderKind: Actor['kind'] | undefined
  readonly deciderCredentialId: string | undefined
  readonly decisionReason: string | undefined
  readonly decidedAtMs: EpochMs | undefined
  /**
   * The ID of the result: a price version, a ledger entry, or the user who enrolls; undefined unless it was
   * approved.
   */
  readonly executedId: PriceVersionId | EntryId | UserId | undefined
  readonly version: number
}

/** The permission needed to propose and decide each kind. */
export const PERMISSION_FOR: Readonly<Record<ApprovalKind, AdminPermission>> = {
  price_version: 'admin.pricing',
  balance_credit: 'admin.billing',
  balance_adjustment: 'admin.billing',
  second_factor_reset: 'admin.users',
}

/** Kinds that only people can propose and decide, not their Agents, because they give somebody access. */
const FOR_PEOPLE: readonly ApprovalKind[] = ['second_factor_reset']

/**
 * The kinds that somebody with these permissions can propose and decide, in order. Agents have no access to
 * the kinds for people.
 */
export const kindsFor = (
  permissions: readonly AdminPermission[],
  { kind: by }: Pick<Actor, 'kind'>,
): readonly ApprovalKind[] =>
  APPROVAL_KINDS.filter((kind) => permissions.includes(PERMISSION_FOR[kind])).filter(
    (kind) => by !== 'agent' || !FOR_PEOPLE.includes(kind),
  )
