import type { Channel } from '../channels/channel.js'
import { parseEmailAddress } from '../recipients/email-address.js'
import { bodyProblem } from '../refusals/body-problem.js'
import type { FieldProblem } from '../refusals/refusal.js'
import { E } from '../../fp.js'
import type { Sender } from './service-configuration.js'

/** A sender as an operator names it: which of its parts it needs is the channel's to say. */
export interface SenderParts {
  readonly header?: string | undefined
  readonly dltEntityId?: string | undefined
  readonly phoneNumberId?: string | undefined
  readonly from?: string | undefined
  readonly fromName?: string | undefined
  readonly replyTo?: string | undefined
}

/** What each channel's sender must have, and may have besides. */
const PARTS: Readonly<
  Record<
    Channel,
    { readonly required: keyof SenderParts; readonly optional: ReadonlyArray<keyof SenderParts> }
  >
> = {
  sms: { required: 'header', optional: ['dltEntityId'] },
  whatsapp: { required: 'phoneNumberId', optional: [] },
  email: { required: 'from', optional: ['fromName', 'replyTo'] },
}

const at = (part: keyof SenderParts): string => `/sender/${part}`

const presenceProblems = (channel: Channel, parts: SenderParts): readonly FieldProblem[] => {
  const { required, optional } = PARTS[channel]
  const given = (Object.keys(parts) as Array<keyof SenderParts>).filter((part) => parts[part] !== undefined)
  return [
    ...(parts[required] === undefined ? [bodyProblem(at(required), 'required', 'Is required.')] : []),
    ...given
      .filter((part) => part !== required && !optional.includes(part))
      .map((part) => bodyProblem(at(part), 'not_allowed', `Is no part of a sender of ${channel}.`)),
  ]
}

const addressProblems = (parts: SenderParts, part: 'from' | 'replyTo'): readonly FieldProblem[] => {
  const address = parts[part]
  return address === undefined || parseEmailAddress(address) !== undefined
    ? []
    : [bodyProblem(at(part), 'format', 'Must be one email address.')]
}

const senderOf = (channel: Channel, parts: SenderParts): Sender => {
  const { header = '', dltEntityId, phoneNumberId = '', from = '', fromName, replyTo } = parts
  switch (channel) {
    case 'sms':
      return { channel, header, ...(dltEntityId === undefined ? {} : { dltEntityId }) }
    case 'whatsapp':
      return { channel, phoneNumberId }
    case 'email':
      return {
        channel,
        from,
        ...(fromName === undefined ? {} : { fromName }),
        ...(replyTo === undefined ? {} : { replyTo }),
      }
  }
}

/**
 * What is wrong with a sender: every part that is missing, of another channel, or no address. Which parts belong to it only
 * its channel says.
 */
export const senderProblems = (channel: Channel | undefined, parts: SenderParts): readonly FieldProblem[] => [
  ...(channel === undefined ? [] : presenceProblems(channel, parts)),
  ...addressProblems(parts, 'from'),
  ...addressProblems(parts, 'replyTo'),
]

/**
 * The sender of a channel (docs/contract#service-configuration): a header, with the DLT entity where it sends to
 * India; a phone number's id; or an address with a name and an address for answers. Left: every part that is
 * missing, of another channel, or no address.
 */
export const checkSender = (
  channel: Channel,
  parts: SenderParts,
): E.Either<readonly FieldProblem[], Sender> => {
  const problems = senderProblems(channel, parts)
  return problems.length > 0 ? E.left(problems) : E.right(senderOf(channel, parts))
}
