import type { IncomingMessage, ServerResponse } from 'node:http'
import { semaphore } from '@postrider/core/kernel/batching/semaphore'
import { errorAnswer, type JsonAnswer, withHeaders } from '../answers/answer.js'
import { retryAfter } from '../answers/refused.js'
import { publicHeaders } from '../answers/response-headers.js'
import type { PublicFile } from '../public-files/public-file.js'

/** From this size a public response counts as large; the operating system soon takes smaller ones. */
const LARGE_BYTES = 64 * 1024

/** The Retry-After for a response that wasn't sent because too many large ones were being sent. */
const COME_AGAIN_MS = 5_000

/** The minimum time for which a response counts. */
const LEAST_MS = 1_000

/** The response for a public file: the file, or 304 if the client has it. */
export interface PublicPlan {
  readonly status: 200 | 304
  readonly fields: string[]
  readonly bytes: Buffer | undefined
}

/** Whether `If-None-Match` names the form, in a weak comparison (RFC 9110 13.1.2). */
const hasForm = (header: string | undefined, entityTag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => {
    const tag = one.trim().replace(/^W\//, '')
    return tag === entityTag || tag === '*'
  })

/** Plans the response by what the client accepts and has; HEAD gets no bytes. */
export const planPublicAnswer = (
  file: PublicFile,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  requestId: string,
): PublicPlan => {
  const form = file.formFor(headers['accept-encoding']?.toString())
  const isUnchanged = hasForm(headers['if-none-match'], form.entityTag)
  const fields = publicHeaders(file, form, requestId, isUnchanged)
  if (isUnchanged) return { status: 304, fields, bytes: undefined }
  return { status: 200, fields, bytes: method === 'HEAD' ? undefined : form.bytes }
}

/** Bounds how many bytes of large public responses are being sent. */
export interface LargeAnswers {
  /** Whether this response may be sent too, until it ends; small ones always may. */
  mayLeave(response: ServerResponse, bytes: Buffer | undefined): boolean
  /** The response to send instead. */
  full(requestId: string): JsonAnswer
}

/**
 * Lets this many bytes be sent at once. The operating system buffers some megabytes for a client that reads
 * nothing, and copying them has a price. A response therefore counts for at least a second, which also bounds
 * the bytes per second.
 */
export const largeAnswers = (mostBytes: number): LargeAnswers => {
  const budget = semaphore(mostBytes)
  return {
    mayLeave: (response, bytes) => {
      // A closed connection wouldn't emit the event that frees its share.
      if (bytes === undefined || bytes.length < LARGE_BYTES || response.destroyed) return true
      if (!budget.tryAcquire(bytes.length)) return false
      const give = (): void => budget.release(bytes.length)
      let isOld = false
      let isOut = false
      const growOld = (): void => {
        isOld = true
        if (isOut) give()
      }
      setTimeout(growOld, LEAST_MS).unref()
      response.once('close', () => {
        isOut = true
        if (isOld) give()
      })
      return true
    },
    full: (requestId) =>
      withHeaders(
        errorAnswer('service_unavailable', requestId, [], {
          cause: 'too many large responses are being sent',
        }),
        retryAfter(COME_AGAIN_MS),
      ),
  }
}
