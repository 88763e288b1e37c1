import { commandLine } from './command-line.js'
import { createTerminal } from '@postrider/command/terminal/terminal'

// Databases, backups, logs and keys are only readable by their owner, also in a folder that others can read.
process.umask(0o077)

const terminal = createTerminal(process.stdout, process.stderr, process.env)

// Everything is closed by now; remaining handles must not keep a container from exiting.
const finish = (exitCode: number): void => {
  process.stdout.write('', () => process.exit(exitCode))
}

void commandLine(process.env, terminal, finish).parseAsync(process.argv)
