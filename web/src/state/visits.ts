import { isLive } from './connection.js'

const SEEN_FOR_MS = 60_000
let seenMs = Date.now()

/**
 * Reports activity of a person who navigates without calling the server, because the shown data comes in the
 * background. It asks at most once a minute, and the response also updates their permissions.
 */
export const noteVisit = (ask: () => void): void => {
  if (!isLive.value || Date.now() - seenMs < SEEN_FOR_MS) return
  seenMs = Date.now()
  ask()
}
