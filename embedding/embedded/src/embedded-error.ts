import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'

/** Why something of an embedded Postrider could not be done, in a sentence that says what to do. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
  /** `settings`, `in_use`, `not_ready`, or what the core refused by: its `_tag`. */
  readonly code: string
  /** The broken fields of what was asked, as `/field code`. */
  readonly fields: readonly string[]

  constructor(code: string, message: string, fields: readonly string[] = [], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.fields = fields
  }
}

/** What the core answered; a refusal is thrown. */
export const rightOrThrow = <A>(what: string, answer: E.Either<Refusal | Outage, A>): A => {
  if (E.isRight(answer)) return answer.right
  const { left } = answer
  if ('cause' in left) throw new EmbeddedError(left._tag, `${what}: ${left.cause}. Try again later.`)
  const fields = left.fields.map(({ field, code }) => `${field} ${code}`)
  const summary = fields.length === 0 ? left._tag : `${left._tag}: ${fields.join(', ')}`
  const sentences = [left.message, ...left.fields.map(({ field, message }) => `${field}: ${message}`)]
  const reasons = sentences.filter((one) => one !== undefined)
  throw new EmbeddedError(left._tag, [`${what} was refused (${summary}).`, ...reasons].join(' '), fields)
}
