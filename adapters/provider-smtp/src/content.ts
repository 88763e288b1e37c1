import { Readable } from 'node:stream'

/** An email's bytes, and whether any of them were read: before that, nothing was sent. */
export interface Content {
  readonly stream: Readable
  hasBegun(): boolean
}

export const createContent = (bytes: Buffer): Content => {
  let begun = false
  const stream = new Readable({
    read() {
      begun = true
      this.push(bytes)
      this.push(null)
    },
  })
  // A failed connection destroys the stream; the connection reports the failure.
  stream.on('error', () => undefined)
  return { stream, hasBegun: () => begun }
}
