import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { OpenFile } from '@postrider/core/support/ports/attachment-gateway'

/** How the sending of a file ended; `cause` where the file could not be read. */
export type Sent =
  | { readonly _tag: 'Whole' }
  | { readonly _tag: 'Gone' }
  | { readonly _tag: 'Broken'; readonly cause: unknown }

/** A client that goes away in the middle, and one that takes nothing more, end the response and not the file. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED'])

/**
 * Sends a file after the head of a response, no faster than it is taken. What cannot be read ends the connection, so
 * that half a file never looks whole.
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
    // What was read was read, whatever closing says.
    await file.close().catch(() => undefined)
  }
}
