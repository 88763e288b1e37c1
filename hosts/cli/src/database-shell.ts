import type { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import type { CommandFailure } from '@postrider/command/exit-code'
import type { CommandIo } from '@postrider/command/terminal/command-io'
import type { Terminal } from '@postrider/command/terminal/terminal'

/** What a command does on a database that is open; it answers what the shell is told. */
export type DatabaseWork = (composition: Composition) => Promise<number>

/** Does something for the person at the terminal, and tells the shell how it ended. */
export type WithCommandIo = (make: (io: CommandIo) => DatabaseWork) => Promise<void>

/** What the commands need of the command line: to run on a database, and to tell how it ended. */
export interface DatabaseShell {
  readonly terminal: Terminal
  readonly run: (work: DatabaseWork) => Promise<E.Either<CommandFailure, number>>
  readonly end: (outcome: E.Either<CommandFailure, number>) => void
}
