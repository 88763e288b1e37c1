/** The exit codes. */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** The command or its input is malformed. */
  usage: 2,
  /** The credential is rejected or lacks the permission. */
  authentication: 3,
  notFound: 4,
  conflict: 5,
  /** The same may succeed later. */
  temporary: 6,
  /** The usual exit code after Ctrl-C. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Why a command can't continue, and what to do about it. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  readonly todo: string | undefined
  constructor(exitCode: ExitCode, message: string, todo?: string) {
    super(message)
    this.exitCode = exitCode
    this.todo = todo
  }
}

/** An error in the command line. */
export const usageError = (message: string, todo?: string): CommandError =>
  new CommandError(EXIT.usage, message, todo)

/** The common part of the errors of the client and of operations. */
export interface AnsweredFacts {
  readonly message: string
  readonly code: string
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryable: boolean
  readonly fieldErrors: ReadonlyArray<{
    readonly location: string
    readonly field: string
    readonly code: string
    readonly message: string
  }>
  readonly idempotencyKey?: string | undefined
  readonly doc?: string | undefined
}

/** Whether an error has a code, like those of the client and of operations. */
export const isAnswered = (error: unknown): error is AnsweredFacts =>
  error instanceof Error && 'code' in error && 'retryable' in error && 'fieldErrors' in error

/** Refusals (403) that concern the credential, not the money or an organization's rules. */
const OF_THE_CREDENTIAL: ReadonlySet<string> = new Set([
  'action_not_granted',
  'channel_not_granted',
  'scope_mismatch',
  'operation_not_allowed',
  'permission_denied',
])

const MALFORMED: ReadonlySet<string> = new Set([
  'configuration',
  'invalid_json',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
])

const BY_STATUS: Readonly<Record<number, ExitCode>> = {
  401: EXIT.authentication,
  404: EXIT.notFound,
  409: EXIT.conflict,
}

/** The exit code of an error. */
export const exitCodeOf = (error: unknown): ExitCode => {
  if (error instanceof CommandError) return error.exitCode
  if (!isAnswered(error)) return EXIT.failed
  const { code, status = 0, retryable } = error
  if (code === 'aborted') return EXIT.interrupted
  if (retryable) return EXIT.temporary
  if (MALFORMED.has(code)) return EXIT.usage
  return OF_THE_CREDENTIAL.has(code) ? EXIT.authentication : (BY_STATUS[status] ?? EXIT.failed)
}
