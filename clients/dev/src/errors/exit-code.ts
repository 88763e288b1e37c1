/** What the shell is told. */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** The command, or what it is to send, is malformed. */
  usage: 2,
  /** The credential is refused, or may not do this. */
  authentication: 3,
  notFound: 4,
  conflict: 5,
  /** The same may succeed later. */
  temporary: 6,
  /** As a shell says it of what Ctrl-C ended. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Why a command cannot go on, and what to do about it. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  readonly todo: string | undefined
  constructor(exitCode: ExitCode, message: string, todo?: string) {
    super(message)
    this.exitCode = exitCode
    this.todo = todo
  }
}

/** A command that was written wrongly. */
export const usageError = (message: string, todo?: string): CommandError =>
  new CommandError(EXIT.usage, message, todo)

/** What errors of the client and of operations have in common. */
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
}

/** Whether an error says by a code what happened, as those of the client and of operations do. */
export const isAnswered = (error: unknown): error is AnsweredFacts =>
  error instanceof Error && 'code' in error && 'retryable' in error && 'fieldErrors' in error

/** Refusals (403) that are about the credential, and not about money or what an Organization may. */
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

/** What the shell is told of an error. */
export const exitCodeOf = (error: unknown): ExitCode => {
  if (error instanceof CommandError) return error.exitCode
  if (!isAnswered(error)) return EXIT.failed
  const { code, status = 0, retryable } = error
  if (code === 'aborted') return EXIT.interrupted
  if (retryable) return EXIT.temporary
  if (MALFORMED.has(code)) return EXIT.usage
  return OF_THE_CREDENTIAL.has(code) ? EXIT.authentication : (BY_STATUS[status] ?? EXIT.failed)
}
