import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { ERRORS } from '@postrider/contracts/errors/error-registry'
import { errorBodyOf } from '@postrider/contracts/errors/error-body'
import type { FieldError } from '@postrider/contracts/errors/error-body'
import type { OpenFile } from '@postrider/core/support/ports/attachment-gateway'
import type { PublicFile } from '../public-files/public-file.js'
import { errorLink } from './error-links.js'

/** Facts about an error that only the access log gets. */
interface Logged {
  readonly cause?: string
  /** The credential or key of a rejected caller. */
  readonly credentialId?: string
  readonly agentKeyId?: string
}

interface AnswerHead {
  readonly status: number
  /** Names and values, alternating. */
  readonly headers?: readonly string[]
  /** For the access log: the error code and its cause. */
  readonly logged?: Logged & { readonly errorCode: ErrorCode }
  /** For metrics: the codes of rejected parts of a successful response. */
  readonly refused?: readonly ErrorCode[]
  /**
   * Whether its access log line is only written at debug level, because its endpoint writes its own log
   * lines.
   */
  readonly isLoggedElsewhere?: boolean
  /** Whether storage failed the request; undefined if the response doesn't show it. */
  readonly isOutage?: boolean
}

/**
 * A response with a JSON object as its body. It is serialized once, as the callers of its boundary read it.
 */
export interface JsonAnswer extends AnswerHead {
  readonly body: object
}

/** A response with a plain text body that browsers don't interpret as anything else. */
export interface TextAnswer extends AnswerHead {
  /** In UTF-8. Bytes are written as they are, so several responses can share them. */
  readonly text: string | Buffer
  /** A kind of `text/plain`; default: `text/plain` with only its charset. */
  readonly contentType?: string
}

/** A response that is a page. */
export interface PageAnswer extends AnswerHead {
  readonly html: string
  /** Set if it differs from that of other pages. */
  readonly contentSecurityPolicy?: string
  /** The Referrer-Policy for its forms and links; default: no referrer. */
  readonly referrerPolicy?: 'same-origin'
}

/** A response with only a status and headers. */
interface EmptyAnswer extends AnswerHead {
  readonly status: 200 | 202 | 204 | 303 | 307
}

/** A response whose body is read while it is sent; the sender closes the file. */
export interface FileAnswer extends AnswerHead {
  readonly contentType: string
  readonly file: OpenFile
}

/**
 * A response that is the same for all clients, in the form that the request accepts, or 304 if the client has
 * it.
 */
export interface PublicAnswer extends AnswerHead {
  readonly status: 200
  readonly publicFile: PublicFile
}

/** The response to a request, without the headers that every response has. */
export type Answer = JsonAnswer | TextAnswer | PageAnswer | EmptyAnswer | FileAnswer | PublicAnswer

/** A response with a JSON object as its body, and further headers: names and values, alternating. */
export const jsonAnswer = (status: number, body: object, headers?: readonly string[]): JsonAnswer =>
  headers === undefined ? { status, body } : { status, body, headers }

/** A response with this text and nothing else. */
export const textAnswer = (text: string): TextAnswer => ({ status: 200, text })

/** Headers that a code always has (docs/api/conventions#headers). */
const HEADERS: Partial<Record<ErrorCode, readonly string[]>> = {
  unauthenticated: [...errorLink('unauthenticated'), 'WWW-Authenticate', 'Bearer'],
  invalid_credentials: [...errorLink('invalid_credentials'), 'WWW-Authenticate', 'Bearer'],
}

/** The response for a public file. */
export const publicAnswer = (publicFile: PublicFile): PublicAnswer => ({ status: 200, publicFile })

/** A redirect: to a page (303), or with the same method (307). */
export const redirectTo = (location: string, status: 303 | 307 = 303): EmptyAnswer => ({
  status,
  headers: ['Location', location],
})

/** The response with more headers: names and values, alternating. */
export const withHeaders = <A extends Answer>(answer: A, headers: readonly string[]): A => ({
  ...answer,
  headers: answer.headers === undefined ? headers : [...answer.headers, ...headers],
})

/** Details of an error beyond its code. */
interface More extends Logged {
  /** Replaces the registry's sentence. */
  readonly message?: string | undefined
}

/** The response for an error code: its status, its five fields, its headers. */
export const errorAnswer = (
  code: ErrorCode,
  requestId: string,
  fieldErrors?: readonly FieldError[],
  { message, ...logged }: More = {},
): JsonAnswer => ({
  ...jsonAnswer(
    ERRORS[code].status,
    errorBodyOf(code, requestId, fieldErrors, message),
    HEADERS[code] ?? errorLink(code),
  ),
  logged: { errorCode: code, ...logged },
})
