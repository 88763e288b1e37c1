import { Readable } from 'node:stream'

/** A mail's bytes, and whether any of them has been asked for: until then certainly nothing was sent. */
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
  // A connection that fails destroys the stream; the failure is reported by the connection.
  stream.on('error', () => undefined)
  return { stream, hasBegun: () => begun }
}
