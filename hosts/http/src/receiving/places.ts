/** So many of a kind may be under way at once in this process. */
export interface Places {
  /** Whether there is a place; if so, it is taken. */
  take(): boolean
  give(): void
}

export const places = (most: number): Places => {
  let taken = 0
  return {
    take: () => {
      if (taken >= most) return false
      taken += 1
      return true
    },
    give: () => {
      taken -= 1
    },
  }
}
