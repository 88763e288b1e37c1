import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'

/** Limits on sockets and their traffic (docs/api/limits#limits); the defaults are the design's. */
export interface LiveLimits {
  /** The number of fragments in one frame. */
  readonly maxFragments: number
  /**
   * Sockets that aren't authenticated yet: of one session, and of all sessions including upgrades in
   * progress.
   */
  readonly maxStrangersOfSession: number
  readonly maxStrangers: number
  /** Sockets of one user, and of the process. */
  readonly maxSocketsOfUser: number
  readonly maxSockets: number
  /** Calls of one socket that wait for their response. */
  readonly maxOpenCalls: number
  readonly maxSubscriptions: number
  /** Calls of one user. */
  readonly callsPerSecond: number
  readonly callsAtOnce: number
  /** How long a socket may stay unauthenticated. */
  readonly authenticateMs: number
  readonly heartbeatMs: number
  /**
   * Bytes that wait for a client to read them. Above the first limit nothing more is queued, below the second
   * queueing resumes, and at the third the socket is closed.
   */
  readonly slowBytes: number
  readonly readyBytes: number
  readonly stuckBytes: number
  /** How often the feed is polled, and the maximum number of changes per poll. */
  readonly pollMs: number
  readonly pageSize: number
  /** The minimum interval between runs of a reading. */
  readonly againMs: number
  /** The number of messages per second from which a tail is compacted. */
  readonly tailPerSecond: number
  readonly tickMs: number
  /** If the epoch is older than this, nothing is sent. */
  readonly staleMs: number
  /** How often a session is checked although the epoch didn't change, because sessions also expire. */
  readonly sessionMs: number
  /** How long a disconnected client has to receive the close frame. */
  readonly closeMs: number
}

export const DEFAULT_LIVE_LIMITS: LiveLimits = {
  maxFragments: 64,
  maxStrangersOfSession: 10,
  maxStrangers: 50,
  maxSocketsOfUser: 10,
  maxSockets: 1_000,
  maxOpenCalls: 16,
  maxSubscriptions: 20,
  callsPerSecond: 20,
  callsAtOnce: 50,
  authenticateMs: 5 * SECOND_MS,
  heartbeatMs: 20 * SECOND_MS,
  slowBytes: 1024 * 1024,
  readyBytes: 256 * 1024,
  stuckBytes: 4 * 1024 * 1024,
  pollMs: 100,
  pageSize: 500,
  againMs: 500,
  tailPerSecond: 200,
  tickMs: 5 * SECOND_MS,
  staleMs: 2 * SECOND_MS,
  sessionMs: 60 * SECOND_MS,
  closeMs: SECOND_MS,
}
