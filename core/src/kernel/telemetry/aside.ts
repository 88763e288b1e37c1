import type { OrganizationId } from '../ids/id.js'

/**
 * The components that put items of several Organizations into shared transactions (docs/promises#neighbors).
 */
export type BatchKind = 'acceptance' | 'settlement' | 'claims' | 'intents' | 'failures' | 'verification'

/**
 * Why an Organization is set aside: another transaction holds rows that it needs, or its items make batches
 * fail.
 */
export type AsideReason = 'account_held' | 'rows_held' | 'batch_failed'

/** An Organization gets transactions of its own in a batcher, or shares them again. */
export type IsolationEvent =
  /**
   * The batcher now uses separate transactions for this Organization, so that the others don't wait for it.
   */
  | {
      readonly _tag: 'OrganizationSetAside'
      readonly batcher: BatchKind
      readonly organizationId: OrganizationId
      readonly why: AsideReason
    }
  /**
   * The Organization shares transactions again; `why` is the reason for the separation and `afterMs` its
   * duration.
   */
  | {
      readonly _tag: 'OrganizationRejoined'
      readonly batcher: BatchKind
      readonly organizationId: OrganizationId
      readonly why: AsideReason
      readonly afterMs: number
    }
