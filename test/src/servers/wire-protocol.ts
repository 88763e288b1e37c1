/** What the fault proxy has to know of how clients of a database speak. */
export interface WireProtocol {
  /** A packet that ends the connection once the server has done all that came before. */
  readonly quitPacket: Buffer
  /** Cuts a client's byte stream into whole packets, header included; the rest is kept for the next chunk. */
  readonly packetSplitter: () => (chunk: Buffer) => Buffer[]
  /** The statements of a packet, or undefined where it has none. */
  readonly queryText: (packet: Buffer) => string | undefined
  /** The packet as it would be answered by a machine whose clock was set ahead by so much. */
  readonly withSteppedClock: (packet: Buffer, byMs: number) => Buffer
}

const commitStatement = /(^|;)\s*COMMIT(\s+WORK)?\s*(;|$)/i

/** Whether one of the statements is COMMIT: alone, or at the end of a multi-statement query. */
export const commits = (text: string): boolean => commitStatement.test(text)
