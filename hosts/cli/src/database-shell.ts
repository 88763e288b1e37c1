import type { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import type { CommandFailure } from '@postrider/command/exit-code'
import type { CommandIo } from '@postrider/command/terminal/command-io'
import type { Terminal } from '@postrider/command/terminal/terminal'

/** The work of a command on an open database; it returns the exit code. */
export type DatabaseWork = (composition: Composition) => Promise<number>

/** Runs work for the user at the terminal, and sets the exit code. */
export type WithCommandIo = (make: (io: CommandIo) => DatabaseWork) => Promise<void>

/** Dependencies of the commands: run on a database, and set the exit code. */
export interface DatabaseShell {
  readonly terminal: Terminal
  readonly run: (work: DatabaseWork) => Promise<E.Either<CommandFailure, number>>
  readonly end: (outcome: E.Either<CommandFailure, number>) => void
}
