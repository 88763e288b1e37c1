import { type BatchItemParts, batchProblems } from '../../domain/acceptance/expand-batch.js'
import { type Channel, CHANNEL_NAMES } from '../../../channels/channels.js'
import { MAX_FAULTS } from '../../../kernel/codecs/fault.js'
import { MAX_BATCH_ITEMS } from '../../domain/messages/idempotency.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../../kernel/refusals/refusal.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import { addressRecipient } from '../acceptance/address-request.js'
import { E } from '../../../fp.js'

interface Needs {
  readonly phoneNumbers: PhoneNumbers
}

/** The valid fields of a recipient, and its position in the body. */
export interface Addressed {
  readonly channel?: Channel | undefined
  readonly to?: string | undefined
  readonly field: string
}

const recipientProblems = (
  { phoneNumbers }: Needs,
  { channel, to, field }: Addressed,
): readonly FieldProblem[] => {
  if (channel === undefined || to === undefined) return []
  const recipient = addressRecipient(channel, to, field, phoneNumbers)
  return E.isLeft(recipient) ? recipient.left.fields : []
}

/** Checks a message without lookups: whether its recipient is valid for its channel. */
export const inspectMessage =
  (needs: Needs) =>
  ({ channel, to }: Omit<Addressed, 'field'>): readonly FieldProblem[] =>
    recipientProblems(needs, { channel, to, field: '/to' })

const addressedBy = (item: BatchItemParts | undefined, at: number): readonly Addressed[] => {
  if (item === undefined) return []
  if (item._tag === 'Canonical') {
    const { channel, to } = item.request
    return [{ channel, to, field: `/messages/${at}/to` }]
  }
  const channels = CHANNEL_NAMES.filter((channel) => item.templates?.has(channel) === true)
  return (item.recipients ?? []).flatMap((to, place) =>
    channels.map((channel) => ({ channel, to, field: `/messages/${at}/r/${place}` })),
  )
}

/**
 * Checks a batch without lookups, all of its items at once: the number of messages, channels without a
 * template, and recipients, up to the maximum of a batch.
 */
export const inspectBatch =
  (needs: Needs) =>
  (items: ReadonlyArray<BatchItemParts | undefined>): readonly FieldProblem[] => {
    const recipients = items.flatMap(addressedBy).slice(0, MAX_BATCH_ITEMS)
    const broken = recipients.flatMap((recipient) => recipientProblems(needs, recipient))
    // A recipient that is invalid for two channels is reported once.
    const once = broken.filter(({ field }, at) => broken.findIndex((other) => other.field === field) === at)
    return [...batchProblems(items), ...once].slice(0, MAX_FAULTS)
  }

/** The valid fields of an OTP request. */
export interface OtpParts extends Omit<Addressed, 'field'> {
  readonly otpVariable?: string | undefined
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined
}

const pointerTo = (name: string): string => `/variables/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

const givenTwice = 'Postrider generates the code for this variable.'

/** Checks an OTP request without lookups: its recipient, and that the caller doesn't set the code. */
export const inspectOtp =
  (needs: Needs) =>
  ({ channel, to, otpVariable, variables = {} }: OtpParts): readonly FieldProblem[] => [
    ...recipientProblems(needs, { channel, to, field: '/to' }),
    ...(otpVariable !== undefined && Object.hasOwn(variables, otpVariable)
      ? [bodyProblem(pointerTo(otpVariable), 'not_allowed', givenTwice)]
      : []),
  ]
