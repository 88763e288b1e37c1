import type { Origin } from '../../audit/domain/audit-event.js'
import type { ShapeField } from '../../kernel/codecs/codec.js'
import { compile, type Decoded } from '../../kernel/codecs/compile.js'
import { wellShaped } from '../../kernel/codecs/well-shaped.js'
import { allBroken, brokenAt, type Inspect } from '../../kernel/inspections/inspection.js'
import { inWords, requestFor } from '../domain/entries/published-shapes.js'
import { type OperationName, OPERATIONS } from '../../assembly/registry.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { type FieldProblem, invalidRequest, type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { withCurrentNumbers } from '../../channels/with-current-numbers.js'
import { E, type TE } from '../../fp.js'
import type { Callers } from './callers.js'
import { isAgent, type Principal } from '../../identity/use-cases/callers/caller.js'
import type { Body } from '../domain/entries/request.js'
import type { OperationAnswer, DecodedCall } from './decoded-call.js'
import type { ImplementationsOf, MutationRun, OperationNeeds, ReadingRun } from './implementation.js'
import { runMutation } from './run-mutation.js'
import { runReading } from './run-reading.js'
import { operationFor } from './authorize.js'
import { personalDataLog } from '../../audit/use-cases/access-log.js'
import { vocabularyOf } from '../../platform/use-cases/vocabulary/vocabulary-of.js'

/**
 * Runs every call of every operation, for any caller at any boundary (docs/decisions/0018): registry, shape,
 * present authority, tenant, idempotency, the use case and its audit event, in this order. The caller is
 * already authenticated; authorization is decided only here. NotFound for an operation that the audience
 * doesn't have, and OperationNotAllowed for an Agent whose key lacks it. InvalidRequest with all problems of
 * the body that can be found without lookups, and those that are already `known` (`docs/decisions/0032`). The
 * result of a mutation is returned again for the same `requestId` for `knownForMs`, if given; after that, it
 * is executed again.
 */
export type RunOperation = (
  principal: Principal,
  operation: string,
  body: object,
  origin: Origin,
  known?: readonly FieldProblem[],
  knownForMs?: number,
) => TE.TaskEither<Refusal | Outage, OperationAnswer>

/** The most properties a body may have (docs/api/limits#limits). */
const MOST_PROPERTIES = 64

const tooMany: FieldProblem = {
  location: 'body',
  field: '',
  code: 'too_many',
  message: `The value must have at most ${MOST_PROPERTIES} properties.`,
}

type Run = (call: DecodedCall) => TE.TaskEither<Refusal | Outage, OperationAnswer>
type Decode = (body: object, known: readonly FieldProblem[], nowMs: EpochMs) => Decoded<unknown>

/** Decodes a body by its shape; for an invalid one, reports all problems that its valid parts show. */
const decoderOf = (shape: ShapeField, inspect: Inspect<unknown>): Decode => {
  const decode = compile(shape)
  const partsOf = wellShaped(shape)
  return (body, known, nowMs) => {
    const decoded = decode(body, 'body')
    if (E.isRight(decoded) && known.length === 0) return decoded
    const broken = allBroken(known, E.isLeft(decoded) ? decoded.left : [])
    return E.left(allBroken(broken, inspect(partsOf(body), brokenAt(broken, nowMs))))
  }
}

/** The only runner, for all implementations. */
export const operationRunner = (
  needs: OperationNeeds,
  callers: Callers,
  implementations: ImplementationsOf<typeof OPERATIONS>,
): RunOperation => {
  const runs = new Map<
    OperationName,
    { readonly people: Decode; readonly agents: Decode; readonly run: Run }
  >()
  const vocabulary = vocabularyOf(needs)
  const recordAccess = personalDataLog(needs)
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const operation = inWords(OPERATIONS[name], vocabulary)
    // The table pairs each name with its own implementation; the compiler has checked it there, entry by
    // entry.
    const implementation = implementations[name] as unknown as MutationRun | ReadingRun
    const inspect: Inspect<unknown> = (parts, circumstances) =>
      implementation.inspect?.(parts, circumstances, needs) ?? []
    const run =
      'read' in implementation
        ? runReading(needs, callers, implementation, inspect, recordAccess)
        : runMutation(needs, callers, implementation, inspect)
    runs.set(name, {
      people: decoderOf(operation.request, inspect),
      agents: decoderOf(requestFor('customerAgent', operation), inspect),
      run,
    })
  }
  return (principal, operation, body, origin, known = [], knownForMs) =>
    async () => {
      const named = operationFor(principal, operation)
      if (E.isLeft(named)) return named
      const name = named.right
      const found = runs.get(name)
      if (found === undefined) return E.left(refusal('NotFound'))
      if (Object.keys(body).length > MOST_PROPERTIES) return E.left(invalidRequest([tooMany]))
      const decode = () => found[isAgent(principal) ? 'agents' : 'people'](body, known, needs.clock.nowMs())
      const decoded = await withCurrentNumbers(needs.phoneNumbers, decode)
      if (E.isLeft(decoded)) return E.left(invalidRequest(decoded.left))
      const request = decoded.right as Body
      return found.run({ name, principal, request, origin, knownForMs })()
    }
}
