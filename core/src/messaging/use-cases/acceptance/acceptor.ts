import type { AcceptedAnswer } from '../../domain/acceptance/candidate.js'
import type { PendingItem } from '../../domain/acceptance/pending-item.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { AcceptanceStorage } from '../../ports/acceptance-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { OtpCodes } from '../../../otp/ports/otp-codes.js'
import type { HandedSubmission, Homes } from '../../ports/homes.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { Catalog } from '../../../catalog/use-cases/catalog.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import { acceptSubmissions } from './accept-submissions.js'
import type { PendingSubmission, Sending } from './pending-submission.js'
import { prepareSubmission } from './prepare-submission.js'
import type { AcceptanceAnswer } from './acceptance-answer.js'
import { type AcceptanceLimits, submissionLanes } from './submission-lanes.js'

/**
 * One lane suits two cores, because only one transaction at a time can lock the row of a hot account
 * (docs/promises#hot-accounts). Two lanes, each for its own Organizations, made smaller batches of a hundred
 * Organizations' sends on two cores: 1.23 times the processor time per message, at 0.93 of the rate.
 */
export const DEFAULT_ACCEPTANCE_LIMITS: AcceptanceLimits = { lanes: 1, maxBatch: 256, maxWaiting: 4096 }

/** Accepts everything to be sent: single messages, OTPs and batches. */
export interface Acceptor {
  /** Accepts all items of a submission in one transaction, which other submissions may share. */
  submit(pending: PendingSubmission): Promise<AcceptanceAnswer>
  /** Accepts one item. */
  submitOne(
    caller: PendingSubmission['caller'],
    item: PendingItem,
  ): Promise<E.Either<Refusal | Outage, AcceptedAnswer>>
}

/** The IDs of a new message. */
export const newIdentity = ({ ids }: { readonly ids: Ids }): Pick<PendingItem, 'messageId' | 'entryId'> => ({
  messageId: ids.next('msg'),
  entryId: ids.next('ent'),
})

/** Reports accepted messages to telemetry. */
const reporting =
  (telemetry: Telemetry) =>
  (
    { credential: { organizationId, appId } }: Sending,
    { request: { channel }, trace }: PendingItem,
    answer: E.Either<Refusal, AcceptedAnswer> | undefined,
  ): void => {
    if (answer === undefined || E.isLeft(answer)) return
    const { messageId, lane, replayed } = answer.right
    const accepted = { messageId, trace, organizationId, appId, channel, lane, replayed }
    telemetry.emit({ _tag: 'Accepted', ...accepted })
  }

const isOfServer = (pending: PendingSubmission): pending is HandedSubmission =>
  pending.caller._tag === 'Server'

interface Needs {
  readonly storage: { readonly acceptance: AcceptanceStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly digests: Digests
  readonly keyRing: KeyRing
  readonly ipAddresses: IpAddresses
  readonly otpCodes: OtpCodes
  readonly homes: Homes
  readonly telemetry: Telemetry
}

/** Creates the acceptor; concurrent calls share transactions. */
export const createAcceptor = (
  ports: Needs,
  limits: AcceptanceLimits,
  authentication: Authentication,
  { catalogs, changes }: Catalog,
): Acceptor => {
  const { telemetry, homes } = ports
  const preparation = prepareSubmission(ports, authentication, catalogs)
  const submissions = submissionLanes(
    ports,
    limits,
    acceptSubmissions(ports, preparation, changes),
    preparation.renew,
  )

  const report = reporting(telemetry)

  /**
   * Accepts at the Organization's home. If that is this process, or doesn't respond, it is accepted here; anything
   * that the home accepted is found by its keys. An app's own replies are few, and accepted here.
   */
  const acceptAtHome = async (pending: PendingSubmission): Promise<AcceptanceAnswer> => {
    const handedOver = isOfServer(pending)
      ? homes.handOver(pending.caller.credential.organizationId, pending)
      : undefined
    if (handedOver === undefined) return submissions.submit(pending)
    const answer = await handedOver
    telemetry.emit({ _tag: 'HandedOver', isAnswered: answer !== undefined })
    return answer ?? submissions.submit(pending)
  }

  const submit = async (pending: PendingSubmission): Promise<AcceptanceAnswer> => {
    const answer = await acceptAtHome(pending)
    if (E.isRight(answer)) pending.items.forEach((item, at) => report(pending.caller, item, answer.right[at]))
    return answer
  }

  homes.welcome(submissions.submit)
  return {
    submit,
    submitOne: async (caller, item) => {
      const answer = await submit({ caller, items: [item], receipt: undefined })
      if (E.isLeft(answer)) return answer
      const [only] = answer.right
      if (only === undefined) throw new Error('one item was submitted and none was answered')
      return only
    },
  }
}
