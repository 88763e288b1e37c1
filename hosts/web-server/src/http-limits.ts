/** Numbers of the HTTP host; each default has its reason beside it (docs/promises#strangers). */
export interface HttpLimits {
  /** Until the headers of a request are there. Slower ones hold sockets and mean no good. */
  readonly headersTimeoutMs: number
  /** Until the whole request is there. */
  readonly requestTimeoutMs: number
  /** How long an idle connection is kept for the next request; longer than balancers keep theirs, which is 60 s as a rule. */
  readonly keepAliveMs: number
  /** Open connections. For one more the one that has been idle for longest is ended; if none is idle, the new one is closed. */
  readonly maxConnections: number
  /** Of these, of an IPv4 address or an IPv6 network of 64 bits that is not exempt; more are closed at once. */
  readonly maxConnectionsOfAddress: number
  /** Protected requests under way at once; more are answered 503. Above what the core lets wait in batches. */
  readonly maxInFlight: number
  /** The same while storage fails, of requests that are all there: these find out when it is back, and more would only hold memory. */
  readonly maxInFlightInOutage: number
  /** Bytes of request bodies held at once by the whole process; more are answered 503. */
  readonly maxBodyBytesHeld: number
  /** Uploads of attachments under way at once; more are answered 503. Each holds a socket, a file and a piece. */
  readonly maxUploads: number
  /** How long a client may take nothing of its answer; then it is cut off. */
  readonly stallMs: number
  /** Requests that may wait on a connection for the answers to those before them; with more it is cut. */
  readonly maxPipelined: number
  /** Bytes of large public answers on their way at once, and begun in a second; more are answered 503. */
  readonly maxPublicBytes: number
  /** Between the 503 of readiness and the end of accepting: the time a load balancer needs to notice. */
  readonly drainPauseMs: number
  /** How long open requests may take to finish after that; then their connections are cut. */
  readonly drainLimitMs: number
}

export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  keepAliveMs: 75_000,
  maxConnections: 4096,
  maxConnectionsOfAddress: 256,
  maxInFlight: 4096,
  maxInFlightInOutage: 200,
  maxBodyBytesHeld: 64 * 1024 * 1024,
  maxUploads: 16,
  stallMs: 15_000,
  maxPipelined: 16,
  maxPublicBytes: 32 * 1024 * 1024,
  drainPauseMs: 0,
  drainLimitMs: 10_000,
}
