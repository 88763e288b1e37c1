import { open } from 'node:fs/promises'

const CHUNK_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/**
 * Reads the whole lines of a file from a place on, without holding the file in memory; a line without its end
 * is left for the next time. Returns the place behind the last whole line.
 */
export const readLines = async (
  path: string,
  from: number,
  onLine: (line: string) => void,
): Promise<number> => {
  const file = await open(path, 'r')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let rest: Buffer = Buffer.alloc(0)
  let place = from
  try {
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, place + rest.length)
      if (bytesRead === 0) return place
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
      const end = bytes.lastIndexOf(NEWLINE) + 1
      if (end > 0) for (const line of bytes.toString('utf8', 0, end - 1).split('\n')) onLine(line)
      place += end
      rest = bytes.subarray(end)
    }
  } finally {
    await file.close()
  }
}
