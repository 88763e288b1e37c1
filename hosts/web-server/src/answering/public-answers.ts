import type { IncomingMessage, ServerResponse } from 'node:http'
import { semaphore } from '@postrider/core/kernel/batching/semaphore'
import { errorAnswer, type JsonAnswer, withHeaders } from '../answers/answer.js'
import { retryAfter } from '../answers/refused.js'
import { publicHeaders } from '../answers/response-headers.js'
import type { PublicFile } from '../public-files/public-file.js'

/** From here on an answer that everybody may ask for counts as large: less is soon with the system. */
const LARGE_BYTES = 64 * 1024

/** When to ask again for what could not be sent because too much of the kind was on its way. */
const COME_AGAIN_MS = 5_000

/** For how long an answer counts at least. */
const LEAST_MS = 1_000

/** What a request for a public file is answered: all of it, or that the client has it. */
export interface PublicPlan {
  readonly status: 200 | 304
  readonly fields: string[]
  readonly bytes: Buffer | undefined
}

/** Whether `If-None-Match` names the form, weakly compared (RFC 9110 13.1.2). */
const hasForm = (header: string | undefined, entityTag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => {
    const tag = one.trim().replace(/^W\//, '')
    return tag === entityTag || tag === '*'
  })

/** Plans the answer by what the client takes and has; HEAD gets no bytes. */
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

/** Bounds how much of large public answers is on its way. */
export interface LargeAnswers {
  /** Whether this one may be on its way too, to its end; small ones always may. */
  mayLeave(response: ServerResponse, bytes: Buffer | undefined): boolean
  /** What is answered instead. */
  full(requestId: string): JsonAnswer
}

/**
 * Lets so many bytes be on their way. A system takes some megabytes for a client that takes nothing, at the price of
 * copying them, so an answer counts for a second at least: this bounds what it is given each second, too.
 */
export const largeAnswers = (mostBytes: number): LargeAnswers => {
  const budget = semaphore(mostBytes)
  return {
    mayLeave: (response, bytes) => {
      // A connection that is gone would not say that there is room again.
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
          cause: 'as much of large answers is on its way as may be',
        }),
        retryAfter(COME_AGAIN_MS),
      ),
  }
}
