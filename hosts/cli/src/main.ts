import { commandLine } from './command-line.js'
import { createTerminal } from '@postrider/command/terminal/terminal'

// Databases, backups, logs and keys are made for their owner only, also in a folder that others can read.
process.umask(0o077)

const terminal = createTerminal(process.stdout, process.stderr, process.env)

// Everything is closed by now; what might still hold the process must not keep a container from ending.
const finish = (exitCode: number): void => {
  process.stdout.write('', () => process.exit(exitCode))
}

await commandLine(process.env, terminal, finish).parseAsync(process.argv)
