/** Limits of the HTTP host; each default has its reason next to it (docs/promises#strangers). */
export interface HttpLimits {
  /** Time until the headers of a request have arrived. Slower clients only hold sockets. */
  readonly headersTimeoutMs: number
  /** Time until the whole request has arrived. */
  readonly requestTimeoutMs: number
  /**
   * How long an idle connection is kept for the next request; longer than load balancers keep theirs, which
   * is usually 60 s.
   */
  readonly keepAliveMs: number
  /**
   * Open connections. At the limit the one that has been idle for longest is closed; if none is idle, the new
   * one is closed.
   */
  readonly maxConnections: number
  /**
   * Open connections of one IPv4 address or IPv6 network of 64 bits that isn't exempt; more are closed at
   * once.
   */
  readonly maxConnectionsOfAddress: number
  /**
   * Protected requests in progress at once; more get a 503. Above the number that the core lets wait in
   * batches.
   */
  readonly maxInFlight: number
  /**
   * The same limit while storage fails, for completely received requests. They detect when storage is back;
   * more would only hold memory.
   */
  readonly maxInFlightInOutage: number
  /** Bytes of request bodies held at once by the whole process; more get a 503. */
  readonly maxBodyBytesHeld: number
  /** Uploads of attachments in progress at once; more get a 503. Each holds a socket, a file and a piece. */
  readonly maxUploads: number
  /** How long a client may read nothing of its response before it is disconnected. */
  readonly stallMs: number
  /** Requests that may wait on a connection for earlier responses; with more it is cut. */
  readonly maxPipelined: number
  /** Bytes of large public responses being sent at once, and started in a second; more get a 503. */
  readonly maxPublicBytes: number
  /** Time between the 503 of readiness and the end of accepting, for load balancers to notice. */
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
