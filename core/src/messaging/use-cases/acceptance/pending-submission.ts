import type { BatchReceipt } from '../../domain/acceptance/candidate.js'
import type { PendingItem } from '../../domain/acceptance/pending-item.js'
import type { Server } from '../../../identity/use-cases/callers/caller.js'
import type { ServerCredential } from '../../../tenancy/domain/credential.js'

/**
 * Postrider itself, which sends the replies of an app (docs/api/consent#replies-to-keywords). It has no credential that
 * could be revoked, and no address.
 */
export interface AppItself {
  readonly _tag: 'AppItself'
  readonly credential: Pick<ServerCredential, 'organizationId' | 'appId' | 'projectId' | 'channels'>
}

/** The caller of a submission. */
export type Sending = Server | AppItself

/** One call's request, before any lookup. */
export interface PendingSubmission {
  readonly caller: Sending
  readonly items: readonly PendingItem[]
  /** Present for a batch. */
  readonly receipt: BatchReceipt | undefined
}
