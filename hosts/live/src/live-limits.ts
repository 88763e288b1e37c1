import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'

/** Bounds on sockets and what goes through them (docs/contract#limits); the defaults are the design's. */
export interface LiveLimits {
  /** Fragments that one frame may come in. */
  readonly maxFragments: number
  /** Sockets that are not authenticated yet: of one session, and of all together with upgrades under way. */
  readonly maxStrangersOfSession: number
  readonly maxStrangers: number
  /** Sockets of one user, and of the process. */
  readonly maxSocketsOfUser: number
  readonly maxSockets: number
  /** Calls that wait for their answer on one socket. */
  readonly maxOpenCalls: number
  readonly maxSubscriptions: number
  /** Calls of one user. */
  readonly callsPerSecond: number
  readonly callsAtOnce: number
  /** For how long a socket may stay unauthenticated. */
  readonly authenticateMs: number
  readonly heartbeatMs: number
  /** What waits to be taken by a client: above it nothing more is queued, below it all goes on, and there it ends. */
  readonly slowBytes: number
  readonly readyBytes: number
  readonly stuckBytes: number
  /** How often the feed is asked, and at most how many changes at once. */
  readonly pollMs: number
  readonly pageSize: number
  /** How often at most a reading is run again. */
  readonly againMs: number
  /** Messages a second from which on a tail is compacted. */
  readonly tailPerSecond: number
  readonly tickMs: number
  /** After so long without the epoch nothing is sent. */
  readonly staleMs: number
  /** How often a session is looked at although the epoch did not move: time alone ends sessions too. */
  readonly sessionMs: number
  /** How long whoever is sent away has to take the close. */
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
