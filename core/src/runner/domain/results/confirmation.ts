import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Operation } from '../../../identity/domain/access/operation.js'

/** Money to be given, taken or requested. */
export interface ProposedMoney {
  readonly currency: string
  /** In minor units; for a price, the amount of one unit. */
  readonly amountMinor: number
}

/** The messages that a proposed price is for, and when it takes effect. */
export interface ProposedPrice {
  readonly channel: string
  /** As in a price version: leading digits with `+`, or `*`. */
  readonly destinationPrefix: string
  /** The vendor's category of the texts that it is for; absent: all texts. */
  readonly category?: string
  /** ISO 8601, UTC. */
  readonly effectiveFrom: string
}

/**
 * The question before an operation: its record, its Organization, the call's decision, the amount, and for a
 * price its scope (docs/mcp#confirmation).
 */
export interface Confirmation {
  /** The name of the record, which the person repeats to show that they have read the question. */
  readonly name: string
  readonly what: string
  /** The Organization concerned; undefined: all. */
  readonly whose: { readonly organizationId: OrganizationId; readonly displayName: string } | undefined
  /** The other fields of the call, for example `decision: approve`. */
  readonly fields: Readonly<Record<string, string>>
  readonly money: ProposedMoney | undefined
  /** Undefined unless it is a price. */
  readonly price: ProposedPrice | undefined
}

/** The name to repeat if a call names no record because it concerns everyone. */
export const EVERYBODY = 'everybody'

/**
 * Whether a person must confirm first: the operation ends something permanently, or proposes or decides money
 * and prices.
 */
export const hasToBeConfirmed = ({ effect, controls }: Operation): boolean =>
  effect === 'ends' || controls.includes('makerChecker')
