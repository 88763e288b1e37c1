import { open } from 'node:fs/promises'

const CHUNK_BYTES = 1024 * 1024
const NEWLINE = 0x0a
/** Longer than any line that the sandbox writes: a file with longer ones belongs to another program. */
const LONGEST_LINE_BYTES = 4 * CHUNK_BYTES

/** Lines that were read together, and their range in the file. */
export interface LinesRead {
  readonly lines: readonly string[]
  readonly from: number
  /** The position after the last line. */
  readonly to: number
}

/**
 * Reads the complete lines of a file from a position on, with at most a few megabytes in memory. A line that
 * is too long is skipped, and an incomplete line is left for the next time. Returns the position after the
 * last complete line. Stops early when `onLines` returns `'enough'`.
 */
export const readLines = async (
  path: string,
  from: number,
  onLines: (read: LinesRead) => void | Promise<'enough' | 'more'>,
): Promise<number> => {
  const file = await open(path, 'r')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let rest: Buffer = Buffer.alloc(0)
  let place = from
  let isSkipping = false
  try {
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, place + rest.length)
      if (bytesRead === 0) return place
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
      const end = bytes.lastIndexOf(NEWLINE) + 1
      if (end > 0) {
        const lines = bytes.toString('utf8', 0, end - 1).split('\n')
        const read = { lines: isSkipping ? lines.slice(1) : lines, from: place, to: place + end }
        if ((await onLines(read)) === 'enough') return read.to
        isSkipping = false
      }
      isSkipping ||= bytes.length - end > LONGEST_LINE_BYTES
      place += isSkipping ? bytes.length : end
      rest = isSkipping ? Buffer.alloc(0) : bytes.subarray(end)
    }
  } finally {
    await file.close()
  }
}
