import type { Readable, Writable } from 'node:stream'

const LINE_FEED = 0x0a

/**
 * Forwards the output of a process in whole lines, including the last one, so that lines of several processes
 * never mix, no matter how long they are. It waits for a slow target, and doesn't wait for a closed one.
 */
export const forwardLines = (from: Readable, to: Writable): void => {
  let begun: readonly Buffer[] = []
  let isGone = false
  const leave = (): void => {
    isGone = true
    from.resume()
  }
  const write = (bytes: Buffer): void => {
    if (isGone || to.write(bytes)) return
    from.pause()
    to.once('drain', () => from.resume())
  }
  to.on('error', leave)
  from.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(LINE_FEED) + 1
    if (end === 0) begun = [...begun, chunk]
    else {
      write(Buffer.concat([...begun, chunk.subarray(0, end)]))
      begun = end === chunk.length ? [] : [chunk.subarray(end)]
    }
  })
  from.on('end', () => {
    if (begun.length > 0) write(Buffer.concat([...begun, Buffer.of(LINE_FEED)]))
    to.off('error', leave)
  })
}
