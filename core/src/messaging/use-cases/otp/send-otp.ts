import type { AcceptedAnswer } from '../../domain/acceptance/candidate.js'
import { answerAgain } from '../../domain/acceptance/earlier-acceptance.js'
import type { DrawnOtp, PendingItem } from '../../domain/acceptance/pending-item.js'
import type { AddressedRequest, SendRequest } from '../../domain/messages/send-request.js'
import type { ChallengeId, MessageId } from '../../../kernel/ids/id.js'
import type { OtpRequest } from '../../domain/messages/otp-request.js'
import { idempotencyIdentity, otpDigest } from '../../domain/messages/idempotency.js'
import { maskOf } from '../../../kernel/messages/sealed-variables.js'
import { challengeIdOf } from '../../../otp/domain/challenge.js'
import { destinationDigest, destinationPrefix, isOutcomeNumber } from '../../../otp/domain/destination.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal } from '../../../kernel/refusals/refusal.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { type TraceContext, UNTRACED } from '../../../kernel/tracing/trace-context.js'
import { E, type TE } from '../../../fp.js'
import type { AcceptanceStorage } from '../../ports/acceptance-storage.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { OtpCodes } from '../../../otp/ports/otp-codes.js'
import { type Acceptor, newIdentity } from '../acceptance/acceptor.js'
import type { Catalog } from '../../../catalog/use-cases/catalog.js'
import type { Server } from '../../../identity/use-cases/callers/caller.js'
import type { Granted } from '../../../identity/use-cases/credentials/read-as.js'
import { requireOrigin } from '../acceptance/require-origin.js'
import { withCurrentNumbers } from '../../../channels/with-current-numbers.js'
import { addressRequest } from '../acceptance/address-request.js'
import { inspectOtp } from '../messages/inspect-sends.js'

/** An accepted OTP, from this call or an earlier call with the same key. */
export interface SentOtp {
  readonly challengeId: ChallengeId
  readonly messageId: MessageId
  readonly replayed: boolean
}

interface Needs {
  readonly storage: { readonly acceptance: AcceptanceStorage }
  readonly ids: Ids
  readonly digests: Digests
  readonly phoneNumbers: PhoneNumbers
  readonly ipAddresses: IpAddresses
  readonly otpCodes: OtpCodes
}

/** Generates the code. It is encrypted when the sealing key is known. */
const drawOtp = (
  { otpCodes, digests }: Needs,
  { credential }: Server,
  { otpVariable, otpLength, ttlSeconds }: OtpRequest,
  { recipient }: AddressedRequest,
): DrawnOtp => ({
  code: otpCodes.draw(otpLength),
  variable: otpVariable,
  ttlMs: ttlSeconds * SECOND_MS,
  destination: destinationDigest(credential.environment, recipient.to, digests.sha256),
  prefix: destinationPrefix(recipient.to),
  isUnlimited: credential.environment === 'test' && isOutcomeNumber(recipient.to),
})

const toItem = (
  needs: Needs,
  caller: Server,
  key: string,
  request: OtpRequest,
  addressed: AddressedRequest,
  trace: TraceContext,
): PendingItem => {
  const { messageId, entryId } = newIdentity(needs)
  const { sha256 } = needs.digests
  return {
    request: addressed,
    key: idempotencyIdentity(caller.credential, 'otp', key, sha256),
    material: otpDigest(addressed, request, sha256),
    messageId,
    entryId,
    otp: drawOtp(needs, caller, request, addressed),
    legacySenderId: undefined,
    place: { _tag: 'Otp', otpVariable: request.otpVariable },
    trace,
  }
}

/**
 * While OTPs would be late, no new one is accepted. A used key still gets its earlier response, if the
 * caller's address is allowed.
 */
const answerWhileLate = async (
  needs: Needs,
  catalog: Catalog,
  caller: Server,
  item: PendingItem,
): Promise<E.Either<Refusal | Outage, AcceptedAnswer>> => {
  const allowed = await requireOrigin(needs, catalog)(caller)
  if (E.isLeft(allowed)) return allowed
  const found = await needs.storage.acceptance.findAccepted([item.key])()
  if (E.isLeft(found)) return found
  const earlier = found.right.get(item.key)
  return earlier === undefined
    ? E.left({ _tag: 'Overloaded', cause: 'OTPs would wait too long to be sent in time' })
    : answerAgain(item, earlier)
}

/**
 * Sends a one-time passcode (docs/api/otp#otp-request): challenge, message, money and outbox row are one
 * durable write. The code is generated here and sent only to the recipient. An earlier code for the same app,
 * channel and destination stays valid until a provider has this one, or it is verified. The same key with the same
 * material returns the same IDs, and no new code takes effect. Refusals: those of a send, and TooManyRequests above the velocity limits; Overloaded
 * while OTPs can't be sent before they expire (docs/api/running#readiness).
 */
export const sendOtp =
  (needs: Needs, acceptance: Acceptor, catalog: Catalog, isInTime: (ttlMs: number) => Promise<boolean>) =>
  (
    caller: Granted<'messages.send'>,
    key: string,
    request: OtpRequest,
    trace: TraceContext = UNTRACED,
  ): TE.TaskEither<Refusal | Outage, SentOtp> =>
  async () => {
    const { otpVariable, otpLength, ttlSeconds, variables = {}, channel, to, templateId } = request
    if (Object.hasOwn(variables, otpVariable)) return E.left(invalidRequest(inspectOtp(needs)(request)))
    const { projectId, appId } = caller.credential
    const masked = { ...variables, [otpVariable]: maskOf(otpLength) }
    const message: SendRequest = { projectId, appId, channel, to, templateId, variables: masked }
    const addressed = await withCurrentNumbers(needs.phoneNumbers, () =>
      addressRequest(caller, message, needs.phoneNumbers, otpVariable),
    )
    if (E.isLeft(addressed)) return addressed
    const item = toItem(needs, caller, key, request, addressed.right, trace)
    const isTimely = await isInTime(ttlSeconds * SECOND_MS)
    const answer = await (isTimely
      ? acceptance.submitOne(caller, item)
      : answerWhileLate(needs, catalog, caller, item))
    if (E.isLeft(answer)) return answer
    const { messageId, replayed } = answer.right
    return E.right({ challengeId: challengeIdOf(messageId), messageId, replayed })
  }
