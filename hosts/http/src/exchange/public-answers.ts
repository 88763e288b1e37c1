import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { errorAnswer, type TextAnswer, withHeaders } from '../answers/answer.js'
import { retryAfter } from '../answers/refused.js'
import { publicHeaders } from '../answers/response-headers.js'
import { type Places, places } from '../intake/places.js'
import type { PublicFile } from '../public-files/public-file.js'

/** From here on an answer that everybody may ask for counts as large: less is soon with the system. */
const LARGE_BYTES = 64 * 1024

/** When to ask again for what could not be sent because too much of the kind was on its way. */
const COME_AGAIN_MS = 5_000

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

/** Plans the answer by what the client takes and has. */
export const planPublicAnswer = (
  file: PublicFile,
  headers: IncomingHttpHeaders,
  requestId: string,
): PublicPlan => {
  const form = file.formFor(headers['accept-encoding']?.toString())
  const isUnchanged = hasForm(headers['if-none-match'], form.entityTag)
  const fields = publicHeaders(file, form, requestId, isUnchanged)
  return isUnchanged ? { status: 304, fields, bytes: undefined } : { status: 200, fields, bytes: form.bytes }
}

/** Bounds how many large public answers are on their way. */
export interface LargeAnswers {
  /** Whether one more may be on its way, to its end; small ones always may. */
  mayLeave(response: ServerResponse, bytes: Buffer | undefined): boolean
  /** What is answered instead. */
  full(requestId: string): TextAnswer
}

export const largeAnswers = (most: number): LargeAnswers => {
  const onTheirWay: Places = places(most)
  return {
    mayLeave: (response, bytes) => {
      // A connection that is gone would not say that its place is free again.
      if (bytes === undefined || bytes.length < LARGE_BYTES || response.destroyed) return true
      if (!onTheirWay.take()) return false
      response.once('close', onTheirWay.give)
      return true
    },
    full: (requestId) =>
      withHeaders(
        errorAnswer('service_unavailable', requestId, [], {
          cause: 'as many large answers are on their way as may be',
        }),
        retryAfter(COME_AGAIN_MS),
      ),
  }
}
