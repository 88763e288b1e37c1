/** What the shell is told. */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** Nothing is wrong with what could be looked at, and not all could: a key is not here. */
  unproved: 3,
  /** EX_CONFIG of sysexits.h: a setting is wrong. */
  configuration: 78,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Why a command cannot go on: what to tell, a line each, and what the shell is told. */
export interface CommandFailure {
  readonly exitCode: ExitCode
  readonly lines: readonly string[]
}

/** The failure of one line. */
export const failure = (line: string, exitCode: ExitCode = EXIT.failed): CommandFailure => ({
  exitCode,
  lines: [line],
})

/** What went wrong, for a person: the sentence of an error and not its stack. */
export const sentenceOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
