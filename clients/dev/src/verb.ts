import type { AccessOptions } from './access/access.js'
import type { CommandTerminal } from './command-terminal.js'
import type { ExitCode } from './errors/exit-code.js'
import type { Format, RecordWriter } from './output/records.js'
import type { painter } from './output/paint.js'

/** The context of every command: its outputs and its identity. */
export interface Verb {
  readonly terminal: CommandTerminal
  readonly access: AccessOptions
  readonly format: Format
  /** Writes a line for a person. */
  say(line: string): void
  /** Styles data. */
  readonly paintData: ReturnType<typeof painter>
  /** The data output. `columns` are those of tables and tab-separated lists. */
  writer(columns?: readonly string[]): RecordWriter
  /** The data output for continuous data: as JSON, each record is one line. */
  followingWriter(columns: readonly string[]): RecordWriter
}

/** Runs a command with its options and arguments, and returns the exit code. */
export type VerbRun = (verb: Verb, options: never, ...args: never[]) => Promise<ExitCode>
