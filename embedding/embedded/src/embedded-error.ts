import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'

/** Why a call to an embedded Postrider failed, in a sentence that names the fix. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
  /** `settings`, `in_use`, `not_ready`, or the `_tag` of the core's refusal. */
  readonly code: string
  /** The invalid fields of the request, as `/field code`. */
  readonly fields: readonly string[]

  constructor(code: string, message: string, fields: readonly string[] = [], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.fields = fields
  }
}

/** The core's result; throws if it is a refusal. */
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
