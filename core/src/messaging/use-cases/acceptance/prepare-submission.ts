import type { Candidate, CandidateOtp, Submission } from '../../domain/acceptance/candidate.js'
import type { DrawnOtp, PendingItem } from '../../domain/acceptance/pending-item.js'
import { relocated } from '../../domain/acceptance/problem-place.js'
import { quote, type Quote } from '../../domain/acceptance/quote.js'
import { looksUpRecipients } from '../../../catalog/domain/app-catalog.js'
import type { PreparedCatalog } from '../../../catalog/domain/prepared-catalog.js'
import type { Channel } from '../../../channels/channels.js'
import type { MessageId, OrganizationId } from '../../../kernel/ids/id.js'
import { sealedVariablesContext } from '../../../kernel/messages/sealed-variables.js'
import { challengeIdOf } from '../../../otp/domain/challenge.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import { addressNotAllowed, channelNotGranted } from '../../../kernel/refusals/specific-refusals.js'
import { senderCalled } from '../../../tenancy/domain/senders/app-sender.js'
import { recipientDigest } from '../../../consent/domain/suppression.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { sealingKeyMissing } from '../../../kernel/units/key-guard.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { OtpCodes } from '../../../otp/ports/otp-codes.js'
import type { CatalogCache } from '../../../catalog/use-cases/catalog-cache.js'
import type { Server } from '../../../identity/use-cases/callers/caller.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import { requireAction } from '../../../identity/use-cases/credentials/read-as.js'
import { mayComeFrom } from './require-origin.js'
import { checkScope, isChannelGranted } from './address-request.js'
import type { PendingSubmission, Sending } from './pending-submission.js'

/** A prepared submission, as of an epoch, or one that already has its response. */
export type PreparedSubmission = Ready | { readonly _tag: 'Answered'; readonly failure: Refusal | Outage }

export interface Ready {
  readonly _tag: 'Ready'
  /** The oldest epoch of all facts that the submission depends on. */
  readonly epoch: number
  readonly organizationId: OrganizationId
  readonly submission: Submission
}

/** Whether the submission can be decided, and doesn't have its response yet. */
export const isReady = (prepared: PreparedSubmission): prepared is Ready => prepared._tag === 'Ready'

interface Needs {
  readonly clock: Clock
  readonly digests: Digests
  readonly keyRing: KeyRing
  readonly ipAddresses: IpAddresses
  readonly otpCodes: OtpCodes
}

/** The catalog as if the app had only this sender on the channel. */
const withOnly = (prepared: PreparedCatalog, channel: Channel, sender: string): PreparedCatalog => {
  const { configurations } = prepared.catalog
  const configuration = configurations.get(channel)
  if (configuration === undefined) return prepared
  const only = senderCalled(configuration.senders, sender)
  const senders = only === undefined ? [] : [only]
  const narrowed = new Map(configurations).set(channel, { ...configuration, senders })
  return { ...prepared, catalog: { ...prepared.catalog, configurations: narrowed } }
}

const quoteItem = (
  { credential }: Sending,
  item: PendingItem,
  catalog: PreparedCatalog,
  nowMs: EpochMs,
): E.Either<Refusal, Quote> => {
  const { legacySenderId, place, request, reply } = item
  if (legacySenderId !== undefined && legacySenderId !== catalog.catalog.app.legacySenderId)
    return E.left(refusalSaying('SenderUnavailable', "`senderId` isn't the app's."))
  if (!credential.channels.includes(request.channel)) return E.left(channelNotGranted(request.channel))
  const quoted = quote(
    reply === undefined ? catalog : withOnly(catalog, request.channel, reply.sender),
    request,
    nowMs,
  )
  if (E.isRight(quoted) || quoted.left.fields.length === 0) return quoted
  return E.left({ ...quoted.left, fields: quoted.left.fields.map((problem) => relocated(place, problem)) })
}

/**
 * Protects the code with the key that the catalog names: a keyed hash for verification, and an encrypted text
 * for sending.
 */
const sealedOtp = (
  { keyRing, otpCodes }: Needs,
  { code, variable, ...drawn }: DrawnOtp,
  messageId: MessageId,
  { catalog: { sealingKey } }: PreparedCatalog,
): CandidateOtp => ({
  ...drawn,
  mac: otpCodes.macOf(challengeIdOf(messageId), code, sealingKey),
  sealedVariables: keyRing.seal(
    JSON.stringify({ [variable]: code }),
    sealedVariablesContext(messageId),
    sealingKey,
  ),
})

const toCandidate = (
  needs: Needs,
  caller: Sending,
  item: PendingItem,
  catalog: PreparedCatalog,
): Candidate => ({
  organizationId: caller.credential.organizationId,
  appId: caller.credential.appId,
  request: item.request,
  key: item.key,
  material: item.material,
  messageId: item.messageId,
  entryId: item.entryId,
  recipient: looksUpRecipients(catalog.catalog)
    ? recipientDigest(item.request.recipient.to, needs.digests.sha256)
    : undefined,
  otp: item.otp === undefined ? undefined : sealedOtp(needs, item.otp, item.messageId, catalog),
  expiresAtMs: item.reply?.expiresAtMs,
  quoted: quoteItem(caller, item, catalog, needs.clock.nowMs()),
  trace: item.trace,
})

/** The submission if the caller's address isn't allowed for the app: nothing is looked up. */
const TURNED_AWAY: Submission = {
  candidates: [],
  receipt: undefined,
  refused: addressNotAllowed,
}

const toSubmission = (
  needs: Needs,
  caller: Sending,
  { items, receipt }: PendingSubmission,
  catalog: PreparedCatalog,
): Submission => {
  // Checked together with the rest of the catalog, so that it is as of the epoch that the transaction reads.
  if (!mayComeFrom(needs, caller, catalog.catalog.app)) return TURNED_AWAY
  return {
    candidates: items.map((item) => toCandidate(needs, caller, item, catalog)),
    receipt,
    refused: undefined,
  }
}

/**
 * Checks the permissions again, because a renewed credential may have fewer than when the request arrived. If
 * only the channel of a batch's items isn't granted, these items are refused one by one
 * (docs/api/sending#batch-refusals).
 */
const stillGranted = (caller: Server, { items, receipt }: PendingSubmission): E.Either<Refusal, void> => {
  const granted = requireAction(caller, 'messages.send')
  if (E.isLeft(granted)) return granted
  for (const { request } of items) {
    const within = checkScope(caller, request)
    if (E.isLeft(within)) return within
    if (receipt === undefined && !isChannelGranted(caller, request))
      return E.left(channelNotGranted(request.channel))
  }
  return E.right(undefined)
}

/**
 * The reason why this process can't encrypt the submission's OTPs; undefined if it can, or if there are none.
 */
const missingKey = (
  { keyRing }: Needs,
  { items }: PendingSubmission,
  catalog: PreparedCatalog,
): Outage | undefined => {
  const keyId = catalog.catalog.sealingKey
  if (keyId === undefined || keyRing.has(keyId)) return undefined
  return items.some(({ otp }) => otp !== undefined) ? sealingKeyMissing(keyId) : undefined
}

/** Looks up everything that a submission depends on. */
export interface Preparation {
  /**
   * Prepares from memory, without waiting. Undefined: something isn't in memory, or was read before the
   * epoch.
   */
  recall(pending: PendingSubmission, atLeastEpoch: number): PreparedSubmission | undefined
  /**
   * Reads everything that isn't in memory or was read before the epoch. Right: the submission with its caller
   * as of that epoch; it can be recalled from now on. Left: the caller may no longer send it, or storage is
   * unavailable.
   */
  renew(
    pending: PendingSubmission,
    atLeastEpoch: number,
  ): Promise<E.Either<Refusal | Outage, PendingSubmission>>
  /** Calls `renew` if something has to be read, then `recall`. */
  prepare(pending: PendingSubmission, atLeastEpoch: number): Promise<PreparedSubmission>
}

/** The last epoch at which the caller is known to be unchanged; nothing can change in an app itself. */
const callerThrough = (authentication: Authentication, { caller }: PendingSubmission): number =>
  caller._tag === 'Server' ? authentication.currentThrough(caller) : Infinity

/** The submission with its caller as of this epoch or later, if they may still send it. */
const renewCaller = async (
  authentication: Authentication,
  pending: PendingSubmission,
  atLeastEpoch: number,
): Promise<E.Either<Refusal | Outage, PendingSubmission>> => {
  const { caller } = pending
  if (caller._tag === 'AppItself') return E.right(pending)
  const renewed = await authentication.confirm(caller, atLeastEpoch)
  if (E.isLeft(renewed)) return renewed
  const granted = stillGranted(renewed.right, pending)
  return E.isLeft(granted) ? granted : E.right({ ...pending, caller: renewed.right })
}

/** Prepares submissions with the credentials and catalogs in memory. */
export const prepareSubmission = (
  needs: Needs,
  authentication: Authentication,
  catalogs: CatalogCache,
): Preparation => {
  const ready = (pending: PendingSubmission, catalog: PreparedCatalog): PreparedSubmission => {
    const { caller } = pending
    const failure = missingKey(needs, pending, catalog)
    if (failure !== undefined) return { _tag: 'Answered', failure }
    return {
      _tag: 'Ready',
      epoch: Math.min(callerThrough(authentication, pending), catalog.catalog.epoch),
      organizationId: caller.credential.organizationId,
      submission: toSubmission(needs, caller, pending, catalog),
    }
  }

  const readAll = async (pending: PendingSubmission, atLeastEpoch: number) => {
    const renewed = await renewCaller(authentication, pending, atLeastEpoch)
    if (E.isLeft(renewed)) return renewed
    const { appId } = renewed.right.caller.credential
    const catalog = await catalogs.get(appId, atLeastEpoch)
    if (E.isLeft(catalog)) return catalog
    if (catalog.right === undefined) return E.left(refusal('ScopeMismatch'))
    return E.right({ pending: renewed.right, catalog: catalog.right })
  }

  const recall: Preparation['recall'] = (pending, atLeastEpoch) => {
    if (callerThrough(authentication, pending) < atLeastEpoch) return undefined
    const known = catalogs.peek(pending.caller.credential.appId, atLeastEpoch)
    return known === undefined ? undefined : ready(pending, known)
  }

  return {
    recall,
    renew: async (pending, atLeastEpoch) => {
      const read = await readAll(pending, atLeastEpoch)
      return E.isLeft(read) ? read : E.right(read.right.pending)
    },
    prepare: async (pending, atLeastEpoch) => {
      const known = recall(pending, atLeastEpoch)
      if (known !== undefined) return known
      const read = await readAll(pending, atLeastEpoch)
      return E.isLeft(read)
        ? { _tag: 'Answered', failure: read.left }
        : ready(read.right.pending, read.right.catalog)
    },
  }
}
