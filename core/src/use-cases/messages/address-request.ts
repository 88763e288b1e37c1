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
  const { credential } = caller
  if (request.projectId !== credential.projectId || request.appId !== credential.appId) {
    return E.left(refusal('ScopeMismatch'))
  }
  if (!credential.channels.includes(channel)) return E.left(refusal('ChannelNotGranted'))
  return E.right({ ...request, recipient })
}
