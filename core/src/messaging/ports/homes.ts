import type { AcceptedAnswer, BatchReceipt } from '../domain/acceptance/candidate.js'
import type { PendingItem } from '../domain/acceptance/pending-item.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import type { ServerCredential } from '../../tenancy/domain/credential.js'
import type { E } from '../../fp.js'
import type { CredentialSecret } from '../../identity/ports/bearer-secrets.js'

/** What one call asks for, with the server that was authenticated for it. Plain data. */
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

/** The answer to each item, in order; left if the whole submission is refused. Plain data. */
export type HandedAnswer = E.Either<Refusal | Outage, ReadonlyArray<E.Either<Refusal, AcceptedAnswer>>>

/**
 * Accepts an Organization's submissions in one process out of several, its home, so that what that process remembers of the account
 * stays true (docs/decisions/0086). Only speed depends on it: the database asserts everything, so any process may accept any submission,
 * also one that a home was given and didn't answer.
 * @example
 * ```ts
 * import type { Homes } from '@postrider/core/messaging/ports/homes'
 *
 * const onlyHome: Homes = { handOver: () => undefined, welcome: () => undefined }
 * ```
 */
export interface Homes {
  /**
   * Gives a submission to the Organization's home. Undefined: this process is the home, or the home can't be reached. Resolves with
   * undefined if the home didn't answer, soon after it stops working; it may have accepted the submission then.
   */
  handOver(
    organizationId: OrganizationId,
    submission: HandedSubmission,
  ): Promise<HandedAnswer | undefined> | undefined
  /** Sets what accepts the submissions that other processes give to this one. */
  welcome(accept: (submission: HandedSubmission) => Promise<HandedAnswer>): void
}
