/** What a client does after its socket was closed. */
export type ClosePlan =
  | { readonly _tag: 'Reconnect'; readonly afterMs: number }
  | { readonly _tag: 'SignIn' }
  | { readonly _tag: 'Stop' }

const SHORTEST_MS = 250
const LONGEST_MS = 30_000
const RESTART_SPREAD_MS = 1_000

/** The n-th attempt in a row (from 0) waits somewhere between 250 ms and twice as long as the one before, 30 s at the most. */
const backOff = (attempt: number, random: number): number => {
  const ceiling = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (attempt + 1))
  return Math.round(SHORTEST_MS + (ceiling - SHORTEST_MS) * random)
}

/** A socket that was not let in yet comes back between these times: other tabs are let in by then. */
const CROWDED_MS = { least: 1_000, most: 3_000 }

/**
 * What to do after this close code; `random` is between 0 and 1, so that many clients do not come back in one moment.
 * `wasLive`: the socket was authenticated.
 */
export const planAfter = (code: number, attempt: number, random: number, wasLive: boolean): ClosePlan => {
  if (code === 4401) return { _tag: 'SignIn' }
  if (code === 1009 || code === 4400) return { _tag: 'Stop' }
  if (code === 4429 && !wasLive)
    return {
      _tag: 'Reconnect',
      afterMs: CROWDED_MS.least + Math.round((CROWDED_MS.most - CROWDED_MS.least) * random),
    }
  if (code === 4429)
    return { _tag: 'Reconnect', afterMs: LONGEST_MS + Math.round(RESTART_SPREAD_MS * random) }
  // The process is draining: another one is there, or this one soon again.
  if ((code === 1001 || code === 1012) && attempt === 0)
    return { _tag: 'Reconnect', afterMs: Math.round(RESTART_SPREAD_MS * random) }
  return { _tag: 'Reconnect', afterMs: backOff(attempt, random) }
}
