import type { Origin } from '../../domain/audit/audit-event.js'
import { compile, type Decoded } from '../../domain/codecs/compile.js'
import type { Operation } from '../../domain/operations/operation.js'
import { requestFor } from '../../domain/operations/published-shapes.js'
import { type OperationName, OPERATIONS } from '../../domain/operations/registry.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type FieldProblem, invalidRequest, type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Answered, Asked, Body, RunnerNeeds } from './asked.js'
import type { Callers } from '../callers/callers.js'
import type { Implementations, MutationWith, ReadingWith } from './implementation.js'
import { runMutation } from './run-mutation.js'
import { runReading } from './run-reading.js'
import { isAgent, type Principal } from '../callers/principal.js'
import { operationFor } from './standing.js'

/**
 * Runs every call of every operation, whoever makes it and from wherever (architecture, "one choke point"): registry,
 * shape, present authority, tenant, idempotency, the use case and its audit event, in this order. The caller was
 * authenticated; whether he may, is decided here and nowhere else. NotFound for an operation that his audience does not
 * have, and OperationNotAllowed for an Agent whose key lacks it.
 */
export type RunOperation = (
  principal: Principal,
  operation: string,
  body: object,
  origin: Origin,
) => TE.TaskEither<Refusal | Outage, Answered>

/** The most properties a body may have (specification 8). */
const MOST_PROPERTIES = 64

const tooMany: FieldProblem = {
  location: 'body',
  field: '',
  code: 'too_many',
  message: `Must have at most ${MOST_PROPERTIES} properties.`,
}

type Run = (asked: Asked) => TE.TaskEither<Refusal | Outage, Answered>
type Decode = (body: object, by: 'people' | 'agents') => Decoded<unknown>

/** The one runner over all implementations. */
export const operationRunner = (
  needs: RunnerNeeds,
  callers: Callers,
  implementations: Implementations,
): RunOperation => {
  const runs = new Map<OperationName, { readonly decode: Decode; readonly run: Run }>()
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const operation: Operation = OPERATIONS[name]
    const decoders = {
      people: compile(operation.request),
      agents: compile(requestFor('customerAgent', operation)),
    }
    // The table pairs each name with its own implementation; the compiler checked it there, entry by entry.
    const implementation = implementations[name] as unknown as
      MutationWith<Body, object> | ReadingWith<Body, object>
    const run =
      typeof implementation === 'function'
        ? runReading(needs, callers, implementation)
        : runMutation(needs, callers, implementation)
    runs.set(name, {
      decode: (body, by) => decoders[by](body, 'body'),
      run,
    })
  }
  return (principal, operation, body, origin) => async () => {
    const named = operationFor(principal, operation)
    if (E.isLeft(named)) return named
    const name = named.right
    const found = runs.get(name)
    if (found === undefined) return E.left(refusal('NotFound'))
    if (Object.keys(body).length > MOST_PROPERTIES) return E.left(invalidRequest([tooMany]))
    const decoded = found.decode(body, isAgent(principal) ? 'agents' : 'people')
    if (E.isLeft(decoded)) return E.left(invalidRequest(decoded.left))
    const request = decoded.right as Body
    return found.run({ name, principal, request, origin })()
  }
}
