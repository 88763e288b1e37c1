import { MAX_FAULTS } from '../codecs/fault.js'
import type { WellShaped } from '../codecs/well-shaped.js'
import { invalidRequest, type FieldProblem, type Refusal } from '../refusals/refusal.js'
import type { EpochMs } from '../time/epoch-ms.js'

/** The context that an inspection gets in addition to the parts of the request. */
export interface InspectionContext {
  readonly nowMs: EpochMs
  /**
   * Whether the value at a JSON Pointer, or a value inside it, breaks its rule. Such a value is absent from
   * the parts although the caller sent one, so its absence proves nothing.
   */
  readonly isBroken: (field: string) => boolean
}

/**
 * Finds the errors of a request that need no lookups (`docs/decisions/0032`), for example recipients that are
 * invalid for their channels or times in the past. Receives the well-shaped parts of the request: all of them
 * if the shape is valid. Returns the invalid fields; empty if there are none.
 */
export type Inspect<A> = (parts: WellShaped<A>, circumstances: InspectionContext) => readonly FieldProblem[]

const NOTHING_BROKEN = (): boolean => false

/** The context of a request with a valid shape. */
export const wholeAt = (nowMs: EpochMs): InspectionContext => ({ nowMs, isBroken: NOTHING_BROKEN })

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}/`)

/** The context of a request with an invalid shape. An unknown property affects only itself. */
export const brokenAt = (faults: readonly FieldProblem[], nowMs: EpochMs): InspectionContext => ({
  nowMs,
  isBroken: (field) =>
    faults.some(
      (fault) => fault.code !== 'unknown' && (isWithin(fault.field, field) || isWithin(field, fault.field)),
    ),
})

const placeOf = ({ location, field }: FieldProblem): string => `${location} ${field}`

/**
 * All invalid fields of a request in one response, at most fifty (docs/api/conventions#field-errors): shape
 * errors first, then those that an inspection found. A field with a shape error gets no further errors.
 */
export const allBroken = (
  shape: readonly FieldProblem[],
  inspected: readonly FieldProblem[],
): readonly FieldProblem[] => {
  const known = new Set(shape.map(placeOf))
  return [...shape, ...inspected.filter((problem) => !known.has(placeOf(problem)))].slice(0, MAX_FAULTS)
}

/** The refusal of a request with a valid shape; undefined if the inspection found no problems. */
export const refusalOf = (problems: readonly FieldProblem[]): Refusal | undefined =>
  problems.length === 0 ? undefined : invalidRequest(problems.slice(0, MAX_FAULTS))
