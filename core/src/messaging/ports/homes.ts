import type { AcceptedAnswer, BatchReceipt } from '../domain/acceptance/candidate.js'
import type { PendingItem } from '../domain/acceptance/pending-item.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import type { ServerCredential } from '../../tenancy/domain/credential.js'
import type { E } from '../../fp.js'
import type { CredentialSecret } from '../../identity/ports/bearer-secrets.js'

/** One call's request, with the server that was authenticated for it. Plain data. */
export interface HandedSubmission {
  readonly caller: {
    readonly _tag: 'Server'
    readonly credential: ServerCredential
    readonly epoch: number
    readonly proof: CredentialSecret
    readonly clientAddress: string
  }
  readonly items: readonly PendingItem[]
  readonly receipt: BatchReceipt | undefined
}

/** The result for each item, in order; left if the whole submission is refused. Plain data. */
export type HandedAnswer = E.Either<Refusal | Outage, ReadonlyArray<E.Either<Refusal, AcceptedAnswer>>>

/**
 * Accepts an Organization's submissions in one of several processes, its home, so that the account data that
 * this process remembers stays current (docs/decisions/0079). Only speed depends on it. The database checks
 * everything, so any process can accept any submission, including one that a home received and didn't respond
 * to.
 *
 * @example
 * ```ts
 * import type { Homes } from '@postrider/core/messaging/ports/homes'
 *
 * const onlyHome: Homes = { handOver: () => undefined, welcome: () => undefined }
 * ```
 */
export interface Homes {
  /**
   * Hands a submission to the Organization's home. Undefined: this process is the home, or the home can't be
   * reached. Resolves with undefined if the home doesn't respond, soon after it stops working; it may have
   * accepted the submission.
   */
  handOver(
    organizationId: OrganizationId,
    submission: HandedSubmission,
  ): Promise<HandedAnswer | undefined> | undefined
  /** Sets the function that accepts submissions from other processes. */
  welcome(accept: (submission: HandedSubmission) => Promise<HandedAnswer>): void
}
