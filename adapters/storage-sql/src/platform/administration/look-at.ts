import type { PartOf } from '@postrider/core/kernel/ports/part-of'

/** How many records of a list a page reads. */
interface Looking<R, I> {
  readonly limit: number
  readonly mostLookedAt: number
  readonly isSought: (record: R) => boolean
  readonly idOf: (record: R) => I
}

/** How many records a page fetches: one more than it examines shows whether there are more. */
export const readAhead = (isPicky: boolean, limit: number, mostLookedAt: number): number =>
  (isPicky ? mostLookedAt : Math.min(limit, mostLookedAt)) + 1

/** The matching records, in order, until enough are found or examined. */
export const lookAt = <R, I>(
  records: readonly R[],
  { limit, mostLookedAt, isSought, idOf }: Looking<R, I>,
): PartOf<R, I> => {
  const found: R[] = []
  let last: I | undefined
  for (const [looked, record] of records.entries()) {
    if (looked === mostLookedAt || found.length === limit) return { found, before: last }
    last = idOf(record)
    if (isSought(record)) found.push(record)
  }
  return { found, before: undefined }
}
