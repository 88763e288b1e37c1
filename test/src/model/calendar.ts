const DAY_MS = 86_400_000

/** The day of a time, UTC. */
export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** The month of a time, UTC. */
export const monthOf = (atMs: number): string => dayOf(atMs).slice(0, 7)

/** Twenty minutes to midnight: the next time after this one, or the next on the last day of a month. */
export const eveningAfter = (atMs: number, isMonthsLast: boolean): number => {
  const eveningMs = Date.parse(`${dayOf(atMs)}T23:40:00.000Z`)
  const isIt = eveningMs > atMs && (!isMonthsLast || monthOf(eveningMs + DAY_MS) !== monthOf(eveningMs))
  return isIt ? eveningMs : eveningAfter(atMs + DAY_MS - (atMs % DAY_MS), isMonthsLast)
}
