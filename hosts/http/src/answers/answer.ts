import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { ERRORS } from '@postrider/contracts/errors/error-registry'
import { errorBodyOf } from '@postrider/contracts/errors/error-body'
import type { FieldError } from '@postrider/contracts/errors/error-body'

/** What a request is answered, before the headers that every answer has. */
export interface Answer {
  readonly status: number
  readonly contentType: 'application/json' | 'text/html; charset=utf-8'
  readonly text: string
  /** Names and values in turn. */
  readonly headers?: readonly string[]
  /** For the access line: the code of an error, and what stands behind it. */
  readonly logged?: { readonly errorCode: ErrorCode; readonly cause?: string }
}

/** An answer whose body is JSON. */
export const jsonAnswer = (status: number, body: object, headers?: readonly string[]): Answer => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(body),
  ...(headers === undefined ? {} : { headers }),
})

/** Headers that a code brings along wherever it is answered (decisions 2). */
const HEADERS: Partial<Record<ErrorCode, readonly string[]>> = {
  unauthenticated: ['WWW-Authenticate', 'Bearer'],
}

/** The answer with more headers, names and values in turn. */
export const withHeaders = (answer: Answer, headers: readonly string[]): Answer => ({
  ...answer,
  headers: answer.headers === undefined ? headers : [...answer.headers, ...headers],
})

/** The answer of an error code: its status, its five fields, its headers. */
export const errorAnswer = (
  code: ErrorCode,
  requestId: string,
  fieldErrors?: readonly FieldError[],
  cause?: string,
): Answer => ({
  ...jsonAnswer(ERRORS[code].status, errorBodyOf(code, requestId, fieldErrors), HEADERS[code]),
  logged: { errorCode: code, ...(cause === undefined ? {} : { cause }) },
})
