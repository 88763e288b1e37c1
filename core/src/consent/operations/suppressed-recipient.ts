import { parseAnyRecipient } from '../../channels/any-recipient.js'
import type { Digest } from '../../kernel/digests/digest.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import { recipientDigest } from '../domain/suppression.js'
import { E } from '../../fp.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { PhoneNumbers } from '../../channels/ports/phone-numbers.js'

const notAddressable = bodyProblem(
  '/to',
  'format',
  'The value must be a valid international number with a leading +, or one email address.',
)

/** The problems of a suppression's recipient. Empty if there are none. */
export const recipientProblems = (
  { phoneNumbers }: { readonly phoneNumbers: PhoneNumbers },
  to: string | undefined,
): readonly FieldProblem[] =>
  to === undefined || parseAnyRecipient(to, (e164) => phoneNumbers.countryOf(e164)) !== undefined
    ? []
    : [notAddressable]

interface Needs {
  readonly digests: Digests
  readonly phoneNumbers: PhoneNumbers
}

/** The recipient of a suppression in its stored form. */
export const suppressedRecipient = (
  { digests, phoneNumbers }: Needs,
  to: string,
): E.Either<Refusal, { readonly recipient: Digest; readonly maskedTo: string }> => {
  const parsed = parseAnyRecipient(to, (e164) => phoneNumbers.countryOf(e164))
  if (parsed === undefined) return E.left(invalidRequest([notAddressable]))
  return E.right({ recipient: recipientDigest(parsed.to, digests.sha256), maskedTo: parsed.masked })
}
