import { type Id, type IdPrefix, isId } from '../../kernel/ids/id.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'

/** An identifier as a request has it; NotFound where this service never made such a one: nothing is there under it. */
export const knownId = <P extends IdPrefix>(prefix: P, text: string): E.Either<Refusal, Id<P>> =>
  isId(prefix, text) ? E.right(text) : E.left(refusal('NotFound'))

/** As `knownId`, where a request need not name one. */
export const knownIdIfNamed = <P extends IdPrefix>(
  prefix: P,
  text: string | undefined,
): E.Either<Refusal, Id<P> | undefined> => (text === undefined ? E.right(undefined) : knownId(prefix, text))
