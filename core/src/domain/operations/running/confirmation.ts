import type { OrganizationId } from '../../ids/id.js'
import type { Operation } from '../entries/operation.js'

/** Money that is to be given, taken or asked for. */
export interface ProposedMoney {
  readonly currency: string
  /** In minor units; of a price, what one costs. */
  readonly amountMinor: number
}

/** What somebody has to say yes to before it is done: what, whose it is, and how much (docs/mcp#confirmation). */
export interface Confirmation {
  /** What the record is called that it is about: whoever repeats it has read of what it is. */
  readonly name: string
  readonly what: string
  /** Whom it concerns; undefined: everybody. */
  readonly whose: { readonly organizationId: OrganizationId; readonly displayName: string } | undefined
  readonly money: ProposedMoney | undefined
}

/** Whether somebody says yes before: it takes something away for good, or proposes or decides money and prices. */
export const hasToBeConfirmed = ({ effect, controls }: Operation): boolean =>
  effect === 'ends' || controls.includes('makerChecker')
