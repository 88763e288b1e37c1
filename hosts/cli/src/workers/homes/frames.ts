import type { Socket } from 'node:net'

/** Each frame is its length in this many bytes, followed by JSON. */
const HEAD_BYTES = 4

/** Above the size of the largest request; a longer frame isn't one of ours. */
const LONGEST_FRAME = 256 * 1024 * 1024

const frameOf = (value: unknown): Buffer => {
  const text = JSON.stringify(value)
  const length = Buffer.byteLength(text)
  const frame = Buffer.allocUnsafe(HEAD_BYTES + length)
  frame.writeUInt32BE(length)
  frame.write(text, HEAD_BYTES)
  return frame
}

/** Sends entries as frames: one frame for all entries of a turn of the event loop. */
export const frameWriter = (socket: Socket) => {
  let waiting: unknown[] = []
  const flush = (): void => {
    const entries = waiting
    waiting = []
    if (socket.writable) socket.write(frameOf(entries))
  }
  return {
    push: (entry: unknown): void => {
      if (waiting.push(entry) === 1) setImmediate(flush)
    },
    /** Sends a frame without entries, which shows that this process is alive. */
    beat: (): void => {
      if (socket.writable) socket.write(frameOf([]))
    },
  }
}

/** Calls `take` with the entries of each frame. Anything else closes the connection. */
export const readFrames = (socket: Socket, take: (entries: readonly unknown[]) => void): void => {
  let chunks: Buffer[] = []
  let bytes = 0
  let wanted = HEAD_BYTES
  const takeWhole = (): void => {
    let rest = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    for (;;) {
      const length = rest.length < HEAD_BYTES ? undefined : rest.readUInt32BE()
      if (length !== undefined && length > LONGEST_FRAME) throw new Error('the frame is too long')
      wanted = HEAD_BYTES + (length ?? 0)
      if (length === undefined || rest.length < wanted) break
      const entries = JSON.parse(rest.toString('utf8', HEAD_BYTES, wanted)) as readonly unknown[]
      rest = rest.subarray(wanted)
      take(entries)
    }
    chunks = rest.length === 0 ? [] : [rest]
    bytes = rest.length
  }
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < wanted) return
    try {
      takeWhole()
    } catch (error) {
      socket.destroy(error as Error)
    }
  })
}
