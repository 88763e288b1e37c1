/** The exit codes of commands. */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** No fault was found, but not everything could be checked, because a key is missing. */
  unproved: 3,
  /** EX_CONFIG of sysexits.h: a setting is invalid. */
  configuration: 78,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Why a command can't continue: the message, one string per line, and the exit code. */
export interface CommandFailure {
  readonly exitCode: ExitCode
  readonly lines: readonly string[]
}

/** A failure with a one-line message. */
export const failure = (line: string, exitCode: ExitCode = EXIT.failed): CommandFailure => ({
  exitCode,
  lines: [line],
})

/** An error for people: its message without the stack. */
export const sentenceOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
