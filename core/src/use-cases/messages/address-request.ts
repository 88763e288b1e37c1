import type { AddressedRequest, SendRequest } from '../../domain/acceptance/send-request.js'
import { parseRecipient } from '../../domain/recipients/recipient.js'
import { invalidRequest, type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import type { PhoneNumbers } from '../../ports/phone-numbers.js'
import type { Caller } from '../credentials/authentication.js'

const recipientProblem = {
  sms: 'Must be a valid international number with a leading +.',
  whatsapp: 'Must be a valid international number with a leading +.',
  email: 'Must be one email address without a display name.',
}

/** Refuses a request outside the credential's app or channels (decisions 2). */
export const checkBounds = (
  { credential }: Caller,
  { projectId, appId, channel }: Pick<SendRequest, 'projectId' | 'appId' | 'channel'>,
): E.Either<Refusal, void> => {
  if (projectId !== credential.projectId || appId !== credential.appId) {
    return E.left(refusal('ScopeMismatch'))
  }
  return credential.channels.includes(channel) ? E.right(undefined) : E.left(refusal('ChannelNotGranted'))
}

/**
 * What can be said of a request before anything is looked up, in the order of decisions 2: the recipient's form,
 * then the credential's app and channels.
 */
export const addressRequest = (
  caller: Caller,
  request: SendRequest,
  phoneNumbers: PhoneNumbers,
): E.Either<Refusal, AddressedRequest> => {
  const { channel, to } = request
  const recipient = parseRecipient(channel, to, (e164) => phoneNumbers.countryOf(e164))
  if (recipient === undefined) {
    const message = recipientProblem[channel]
    return E.left(invalidRequest([{ location: 'body', field: '/to', code: 'format', message }]))
  }
  const within = checkBounds(caller, request)
  return E.isLeft(within) ? within : E.right({ ...request, recipient })
}
