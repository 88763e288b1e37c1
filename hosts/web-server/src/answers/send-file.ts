import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { OpenFile } from '@postrider/core/support/ports/attachment-gateway'

/** How sending a file ended; `cause` if the file couldn't be read. */
export type Sent =
  | { readonly _tag: 'Whole' }
  | { readonly _tag: 'Gone' }
  | { readonly _tag: 'Broken'; readonly cause: unknown }

/** A client that disconnects or stops reading ends the response; it isn't an error of the file. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED'])

/**
 * Sends a file after the head of a response, no faster than the client reads it. A read error closes the
 * connection, so that half a file never looks complete.
 */
export const sendFile = async (response: ServerResponse, file: OpenFile): Promise<Sent> => {
  try {
    await pipeline(file.bytes, response)
    return { _tag: 'Whole' }
  } catch (cause) {
    return GONE.has((cause as NodeJS.ErrnoException).code ?? '')
      ? { _tag: 'Gone' }
      : { _tag: 'Broken', cause }
  } finally {
    // The file was read, so an error on closing doesn't matter.
    await file.close().catch(() => undefined)
  }
}
