import type { AccessOptions } from './access/access.js'
import type { CommandTerminal } from './command-terminal.js'
import type { ExitCode } from './errors/exit-code.js'
import type { Format, RecordWriter } from './output/records.js'
import type { painter } from './output/paint.js'

/** What every verb is given: where it speaks, and for whom. */
export interface Verb {
  readonly terminal: CommandTerminal
  readonly access: AccessOptions
  readonly format: Format
  /** A line of words for a person. */
  say(line: string): void
  /** Data in a style. */
  readonly paintData: ReturnType<typeof painter>
  /** Where data goes; `columns` are those of tables and tab-separated lists. */
  writer(columns?: readonly string[]): RecordWriter
  /** The same for data that keeps coming: as JSON, each record is a line of its own. */
  followingWriter(columns: readonly string[]): RecordWriter
}

/** A verb carried out, with its options and arguments; what the shell is told. */
export type VerbRun = (verb: Verb, options: never, ...args: never[]) => Promise<ExitCode>
