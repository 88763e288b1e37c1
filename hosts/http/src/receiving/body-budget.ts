/** Counts the bytes of request bodies that the whole process holds (docs/promises#oversized-bodies). */
export interface BodyBudget {
  /** Whether there is room for so many more; if so, they count from now on. */
  take(bytes: number): boolean
  give(bytes: number): void
}

export const bodyBudget = (maxBytes: number): BodyBudget => {
  let held = 0
  return {
    take: (bytes) => {
      if (held + bytes > maxBytes) return false
      held += bytes
      return true
    },
    give: (bytes) => {
      held -= bytes
    },
  }
}
