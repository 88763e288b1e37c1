import { MAX_FAULTS } from '../codecs/fault.js'
import type { WellShaped } from '../codecs/well-shaped.js'
import { invalidRequest, type FieldProblem, type Refusal } from '../refusals/refusal.js'
import type { EpochMs } from '../time/epoch-ms.js'

/** What an inspection is told beside the parts of the request. */
export interface InspectionContext {
  readonly nowMs: EpochMs
  /**
   * Whether the value at a JSON Pointer, or one in it, breaks its rule: such a value is absent from the parts although the
   * caller has given one, and nothing may be concluded from its absence.
   */
  readonly isBroken: (field: string) => boolean
}

/**
 * Everything that can be said against a request without looking anything up (`docs/decisions/0032`): whether recipients
 * are valid for their channels, whether moments lie in the future. It sees the parts of the request that are well-shaped,
 * which are all of them where the shape is right, and answers the broken fields; none where it has nothing to say.
 */
export type Inspect<A> = (parts: WellShaped<A>, circumstances: InspectionContext) => readonly FieldProblem[]

const NOTHING_BROKEN = (): boolean => false

/** The circumstances of a request whose shape is right. */
export const wholeAt = (nowMs: EpochMs): InspectionContext => ({ nowMs, isBroken: NOTHING_BROKEN })

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}/`)

/** The circumstances of a request whose shape is broken. A property that is not known breaks nothing but itself. */
export const brokenAt = (faults: readonly FieldProblem[], nowMs: EpochMs): InspectionContext => ({
  nowMs,
  isBroken: (field) =>
    faults.some(
      (fault) => fault.code !== 'unknown' && (isWithin(fault.field, field) || isWithin(field, fault.field)),
    ),
})

const placeOf = ({ location, field }: FieldProblem): string => `${location} ${field}`

/**
 * All broken fields of a request in one answer, at most fifty (docs/contract#field-errors): those of its shape,
 * then those that an inspection has found. Of a field that is known to be broken nothing more is said.
 */
export const allBroken = (
  shape: readonly FieldProblem[],
  inspected: readonly FieldProblem[],
): readonly FieldProblem[] => {
  const known = new Set(shape.map(placeOf))
  return [...shape, ...inspected.filter((problem) => !known.has(placeOf(problem)))].slice(0, MAX_FAULTS)
}

/** The refusal of a request whose shape is right; undefined where the inspection has nothing to say. */
export const refusalOf = (problems: readonly FieldProblem[]): Refusal | undefined =>
  problems.length === 0 ? undefined : invalidRequest(problems.slice(0, MAX_FAULTS))
