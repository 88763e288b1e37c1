/** The client's next step after its socket was closed. */
export type ClosePlan =
  | { readonly _tag: 'Reconnect'; readonly afterMs: number }
  | { readonly _tag: 'SignIn' }
  | { readonly _tag: 'Stop' }

const SHORTEST_MS = 250
const LONGEST_MS = 30_000
const RESTART_SPREAD_MS = 1_000

/**
 * The delay of the n-th consecutive attempt (from 0): between 250 ms and a bound that doubles each time, at
 * most 30 s.
 */
const backOff = (attempt: number, random: number): number => {
  const ceiling = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (attempt + 1))
  return Math.round(SHORTEST_MS + (ceiling - SHORTEST_MS) * random)
}

/** The range of delays for a socket that was rejected because other tabs were still connecting. */
const CROWDED_MS = { least: 1_000, most: 3_000 }

/**
 * The next step after this close code. `random` is between 0 and 1, so that many clients don't reconnect at
 * the same time. `wasLive`: the socket was authenticated.
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
  // The process is draining: another one is available, or this one will be again soon.
  if ((code === 1001 || code === 1012) && attempt === 0)
    return { _tag: 'Reconnect', afterMs: Math.round(RESTART_SPREAD_MS * random) }
  return { _tag: 'Reconnect', afterMs: backOff(attempt, random) }
}
