import { addressed, type AddressedRequest, type SendRequest } from '../../domain/messages/send-request.js'
import { type Channel, CHANNELS } from '../../../channels/channels.js'
import type { Recipient } from '../../../channels/recipient.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { channelNotGranted } from '../../../kernel/refusals/specific-refusals.js'
import { E } from '../../../fp.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import type { Server } from '../../../identity/use-cases/callers/caller.js'

/** Refuses a request outside the credential's project and app (docs/api/conventions#error-codes). */
export const checkScope = (
  { credential }: Server,
  { projectId, appId }: Pick<SendRequest, 'projectId' | 'appId'>,
): E.Either<Refusal, void> =>
  projectId === credential.projectId && appId === credential.appId
    ? E.right(undefined)
    : E.left(refusal('ScopeMismatch'))

/** Whether the credential may use the channel. */
export const isChannelGranted = (
  { credential }: Server,
  { channel }: Pick<SendRequest, 'channel'>,
): boolean => credential.channels.includes(channel)

/** Parses a recipient for its channel; `field` is its position in the body. */
export const addressRecipient = (
  channel: Channel,
  to: string,
  field: string,
  phoneNumbers: PhoneNumbers,
): E.Either<Refusal, Recipient> => {
  const { parse, problem } = CHANNELS[channel].recipient
  const recipient = parse(to, (e164) => phoneNumbers.countryOf(e164))
  if (recipient !== undefined) return E.right(recipient)
  return E.left(invalidRequest([bodyProblem(field, 'format', problem)]))
}

/**
 * Checks a request before any lookup, in the order of docs/api/sending#order-of-checks: the recipient's form,
 * then the credential's app and channels. `codeVariable` is the variable that contains an OTP's mask.
 */
export const addressRequest = (
  caller: Server,
  request: SendRequest,
  phoneNumbers: PhoneNumbers,
  codeVariable?: string,
): E.Either<Refusal, AddressedRequest> => {
  const recipient = addressRecipient(request.channel, request.to, '/to', phoneNumbers)
  if (E.isLeft(recipient)) return recipient
  const within = checkScope(caller, request)
  if (E.isLeft(within)) return within
  if (!isChannelGranted(caller, request)) return E.left(channelNotGranted(request.channel))
  return E.right(addressed(request, recipient.right, codeVariable))
}
