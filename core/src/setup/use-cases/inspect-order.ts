import { CHANNEL_NAMES } from '../../channels/channels.js'
import { compile, type Decoded } from '../../kernel/codecs/compile.js'
import { narrowed } from '../../kernel/codecs/narrowed.js'
import { wellShaped } from '../../kernel/codecs/well-shaped.js'
import { checkOrder, type OrderParts, withinPart } from '../domain/check-order.js'
import { type FirstSetUpOrder, firstSetUpOrder } from '../domain/first-set-up-order.js'
import { allBroken, brokenAt, type InspectionContext, wholeAt } from '../../kernel/inspections/inspection.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import { inspectProviderAccount } from '../../providers/operations/inspect-provider-account.js'
import { vocabularyOf } from '../../platform/use-cases/vocabulary/vocabulary-of.js'

export type OrderInspectionNeeds = Pick<Ports, 'providers' | 'passwords' | 'clock'>

const accountProblems = (
  ports: OrderInspectionNeeds,
  { providers = [] }: OrderParts,
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
 * The order as it is read, with what it leaves out; left: all that is wrong with it, at most fifty fields by their JSON
 * Pointers, without looking anything up.
 */
export const readOrder = (
  ports: OrderInspectionNeeds,
  { currencies }: { readonly currencies: readonly string[] },
): ((order: unknown) => Decoded<FirstSetUpOrder>) => {
  const shape = narrowed(firstSetUpOrder, vocabularyOf(ports)) as typeof firstSetUpOrder
  const [decode, partsOf] = [compile(shape), wellShaped(shape)]
  const carriedBy = (kind: string) =>
    ports.providers.find((one) => one.kind === kind)?.carries ?? CHANNEL_NAMES
  const standards = { currencies, isCommonPassword: ports.passwords.isCommon, carriedBy }
  return (order) => {
    const nowMs = ports.clock.nowMs()
    const decoded = decode(order, 'body')
    const broken = E.isLeft(decoded) ? decoded.left : []
    const circumstances = broken.length === 0 ? wholeAt(nowMs) : brokenAt(broken, nowMs)
    const parts = partsOf(order)
    const problems = allBroken(broken, [
      ...checkOrder(parts, standards, circumstances),
      ...accountProblems(ports, parts, circumstances),
    ])
    return problems.length > 0 ? E.left(problems) : decoded
  }
}

/**
 * What is wrong with an order for a first set-up, as {@link readOrder} says it; empty when nothing is. It may be asked of an
 * order that is only begun: what is missing is `required`.
 */
export const inspectOrder = (
  ports: OrderInspectionNeeds,
  platform: { readonly currencies: readonly string[] },
): ((order: unknown) => readonly FieldProblem[]) => {
  const read = readOrder(ports, platform)
  return (order) => {
    const known = read(order)
    return E.isLeft(known) ? known.left : []
  }
}
