import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { ERRORS } from '@postrider/contracts/errors/error-registry'
import { errorBodyOf } from '@postrider/contracts/errors/error-body'
import type { FieldError } from '@postrider/contracts/errors/error-body'
import type { OpenFile } from '@postrider/core/support/ports/attachment-gateway'
import type { PublicFile } from '../public-files/public-file.js'

/** What only the access line is told of an error. */
interface Logged {
  readonly cause?: string
  /** The credential or key of one who was not let in. */
  readonly credentialId?: string
  readonly agentKeyId?: string
}

interface AnswerHead {
  readonly status: number
  /** Names and values in turn. */
  readonly headers?: readonly string[]
  /** For the access line: the code of an error, and what stands behind it. */
  readonly logged?: Logged & { readonly errorCode: ErrorCode }
  /** For the figures: the codes of what was refused within an answer that is no error. */
  readonly refused?: readonly ErrorCode[]
  /** Whether its access line is for debugging alone: who made it tells the log what there is to tell. */
  readonly isLoggedElsewhere?: boolean
  /** Whether storage failed the request; undefined if the answer doesn't show it. */
  readonly isOutage?: boolean
}

/** An answer whose body is a JSON object; it is written out once, as the callers of its boundary read it. */
export interface JsonAnswer extends AnswerHead {
  readonly body: object
}

/** An answer whose body is plain text, which no browser takes for anything else. */
export interface TextAnswer extends AnswerHead {
  /** In UTF-8. Bytes are written as they are, so several answers can share them. */
  readonly text: string | Buffer
  /** A kind of `text/plain`; default: with no more than its charset. */
  readonly contentType?: string
}

/** An answer that is a page. */
export interface PageAnswer extends AnswerHead {
  readonly html: string
  /** Where it is another than that of all pages. */
  readonly contentSecurityPolicy?: string
  /** Whom its forms and links tell where they are from; default: nobody. */
  readonly referrerPolicy?: 'same-origin'
}

/** An answer that says all it has to say by its status and headers. */
interface EmptyAnswer extends AnswerHead {
  readonly status: 200 | 202 | 204 | 303 | 307
}

/** An answer whose body is read while it is sent; who sends it closes the file. */
export interface FileAnswer extends AnswerHead {
  readonly contentType: string
  readonly file: OpenFile
}

/** An answer that is the same for everybody, in the form that the request takes, or 304 where the client has it. */
export interface PublicAnswer extends AnswerHead {
  readonly status: 200
  readonly publicFile: PublicFile
}

/** What a request is answered, before the headers that every answer has. */
export type Answer = JsonAnswer | TextAnswer | PageAnswer | EmptyAnswer | FileAnswer | PublicAnswer

/** An answer whose body is a JSON object, and headers beyond those of every answer, names and values in turn. */
export const jsonAnswer = (status: number, body: object, headers?: readonly string[]): JsonAnswer =>
  headers === undefined ? { status, body } : { status, body, headers }

/** The answer that says this and no more. */
export const textAnswer = (text: string): TextAnswer => ({ status: 200, text })

/** Headers that a code brings along wherever it is answered (docs/contract#headers). */
const HEADERS: Partial<Record<ErrorCode, readonly string[]>> = {
  unauthenticated: ['WWW-Authenticate', 'Bearer'],
  invalid_credentials: ['WWW-Authenticate', 'Bearer'],
}

/** The answer of a public file. */
export const publicAnswer = (publicFile: PublicFile): PublicAnswer => ({ status: 200, publicFile })

/** The answer that sends a browser on: to a page (303), or by the same method (307). */
export const redirectTo = (location: string, status: 303 | 307 = 303): EmptyAnswer => ({
  status,
  headers: ['Location', location],
})

/** The answer with more headers, names and values in turn. */
export const withHeaders = <A extends Answer>(answer: A, headers: readonly string[]): A => ({
  ...answer,
  headers: answer.headers === undefined ? headers : [...answer.headers, ...headers],
})

/** What there is to say of an error beyond its code. */
interface More extends Logged {
  /** In the place of the registry's sentence. */
  readonly message?: string | undefined
}

/** The answer of an error code: its status, its five fields, its headers. */
export const errorAnswer = (
  code: ErrorCode,
  requestId: string,
  fieldErrors?: readonly FieldError[],
  { message, ...logged }: More = {},
): JsonAnswer => ({
  ...jsonAnswer(ERRORS[code].status, errorBodyOf(code, requestId, fieldErrors, message), HEADERS[code]),
  logged: { errorCode: code, ...logged },
})
