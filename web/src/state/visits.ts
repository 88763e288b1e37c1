import { isLive } from './connection.js'

const SEEN_FOR_MS = 60_000
let seenMs = Date.now()

/**
 * Says that the person is there, who goes from place to place and makes no call by it: what they see comes by itself. It asks
 * once a minute at most; what they may do is learnt with it.
 */
export const noteVisit = (ask: () => void): void => {
  if (!isLive.value || Date.now() - seenMs < SEEN_FOR_MS) return
  seenMs = Date.now()
  ask()
}
