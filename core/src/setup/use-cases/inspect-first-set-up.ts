import { compile, type Decoded } from '../../kernel/codecs/compile.js'
import { narrowed } from '../../kernel/codecs/narrowed.js'
import { wellShaped } from '../../kernel/codecs/well-shaped.js'
import { checkFirstSetUp, type FirstSetUpParts, withinPart } from '../domain/check-first-set-up.js'
import { type FirstSetUpRequest, firstSetUpRequest } from '../domain/first-set-up.js'
import { allBroken, brokenAt, type InspectionContext, wholeAt } from '../../kernel/inspections/inspection.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { ProviderOpener } from '../../providers/ports/provider.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Passwords } from '../../identity/ports/passwords.js'
import { inspectProviderAccount } from '../../providers/operations/inspect-provider-account.js'
import { vocabularyOf } from '../../platform/use-cases/vocabulary/vocabulary-of.js'

export interface InspectionNeeds {
  readonly providers: readonly ProviderOpener[]
  readonly clock: Clock
  readonly passwords: Passwords
}

const accountProblems = (
  ports: InspectionNeeds,
  { providers = [] }: FirstSetUpParts,
  { nowMs, isBroken }: InspectionContext,
): readonly FieldProblem[] => {
  const inspect = inspectProviderAccount(ports)
  return providers.flatMap((provider, at) => {
    if (provider === undefined) return []
    const place = `/providers/${at}`
    return withinPart(place, inspect(provider, { nowMs, isBroken: (field) => isBroken(`${place}${field}`) }))
  })
}

/**
 * Decodes a request, with defaults for omitted fields; left: all its problems, at most fifty fields by JSON
 * Pointer, found without lookups.
 */
export const readFirstSetUp = (
  ports: InspectionNeeds,
  { currencies }: { readonly currencies: readonly string[] },
): ((request: unknown) => Decoded<FirstSetUpRequest>) => {
  const shape = narrowed(firstSetUpRequest, vocabularyOf(ports)) as typeof firstSetUpRequest
  const [decode, partsOf] = [compile(shape), wellShaped(shape)]
  const standards = { currencies, isCommonPassword: ports.passwords.isCommon }
  return (request) => {
    const nowMs = ports.clock.nowMs()
    const decoded = decode(request, 'body')
    const broken = E.isLeft(decoded) ? decoded.left : []
    const circumstances = broken.length === 0 ? wholeAt(nowMs) : brokenAt(broken, nowMs)
    const parts = partsOf(request)
    const problems = allBroken(broken, [
      ...checkFirstSetUp(parts, standards, circumstances),
      ...accountProblems(ports, parts, circumstances),
    ])
    return problems.length > 0 ? E.left(problems) : decoded
  }
}

/**
 * The problems of a request for a first set-up, as in {@link readFirstSetUp}; empty if there are none. The
 * request may be incomplete: missing fields are `required`.
 */
export const inspectFirstSetUp = (
  ports: InspectionNeeds,
  platform: { readonly currencies: readonly string[] },
): ((request: unknown) => readonly FieldProblem[]) => {
  const read = readFirstSetUp(ports, platform)
  return (request) => {
    const known = read(request)
    return E.isLeft(known) ? known.left : []
  }
}
