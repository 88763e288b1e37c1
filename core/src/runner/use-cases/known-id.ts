import { type Id, type IdPrefix, isId } from '../../kernel/ids/id.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'

/** Parses an identifier in a request; NotFound if its form is invalid, because no record can have it. */
export const knownId = <P extends IdPrefix>(prefix: P, text: string): E.Either<Refusal, Id<P>> =>
  isId(prefix, text) ? E.right(text) : E.left(refusal('NotFound'))

/** Like `knownId`, for an optional identifier. */
export const knownIdIfNamed = <P extends IdPrefix>(
  prefix: P,
  text: string | undefined,
): E.Either<Refusal, Id<P> | undefined> => (text === undefined ? E.right(undefined) : knownId(prefix, text))
