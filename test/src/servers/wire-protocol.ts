/** The parts of a database protocol that the fault proxy needs. */
export interface WireProtocol {
  /** A packet that ends the connection after all earlier work of the server. */
  readonly quitPacket: Buffer
  /**
   * Splits a client's byte stream into complete packets with headers; the rest is kept for the next chunk.
   */
  readonly packetSplitter: () => (chunk: Buffer) => Buffer[]
  /** The statements of a packet, or undefined if it has none. */
  readonly queryText: (packet: Buffer) => string | undefined
  /** The packet with the result of a machine whose clock is ahead by this time. */
  readonly withSteppedClock: (packet: Buffer, byMs: number) => Buffer
}

const commitStatement = /(^|;)\s*COMMIT(\s+WORK)?\s*(;|$)/i

/** Whether one of the statements is COMMIT, single or at the end of a multi-statement query. */
export const commits = (text: string): boolean => commitStatement.test(text)
