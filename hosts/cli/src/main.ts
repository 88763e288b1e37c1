import { commandLine } from './command-line.js'
import { createTerminal } from './terminal/terminal.js'

const terminal = createTerminal(process.stdout, process.stderr, process.env)

// Everything is closed by now; what might still hold the process must not keep a container from ending.
const finish = (exitCode: number): void => {
  process.stdout.write('', () => process.exit(exitCode))
}

await commandLine(process.env, terminal, finish).parseAsync(process.argv)
