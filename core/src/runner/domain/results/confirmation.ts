import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Operation } from '../../../identity/domain/access/operation.js'

/** Money that is to be given, taken or asked for. */
export interface ProposedMoney {
  readonly currency: string
  /** In minor units; of a price, what one costs. */
  readonly amountMinor: number
}

/** The messages that a proposed price is for, and when it starts to count. */
export interface ProposedPrice {
  readonly channel: string
  /** As in a price version: leading digits with `+`, or `*`. */
  readonly destinationPrefix: string
  /** ISO 8601, UTC. */
  readonly effectiveFrom: string
}

/**
 * The question before an operation: its record, its Organization, what the call decides, the amount, and for a price which one
 * (docs/mcp#confirmation).
 */
export interface Confirmation {
  /** What the record is called that it is about: whoever repeats it has read of what it is. */
  readonly name: string
  readonly what: string
  /** Whom it concerns; undefined: everybody. */
  readonly whose: { readonly organizationId: OrganizationId; readonly displayName: string } | undefined
  /** The other fields of the call, for example `decision: approve`. */
  readonly fields: Readonly<Record<string, string>>
  readonly money: ProposedMoney | undefined
  /** Undefined unless it is a price. */
  readonly price: ProposedPrice | undefined
}

/** The name to repeat if a call names no record, because it concerns everybody. */
export const EVERYBODY = 'everybody'

/** Whether somebody says yes before: it takes something away for good, or proposes or decides money and prices. */
export const hasToBeConfirmed = ({ effect, controls }: Operation): boolean =>
  effect === 'ends' || controls.includes('makerChecker')
