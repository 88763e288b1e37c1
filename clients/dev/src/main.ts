import { processTerminal } from './command-terminal.js'
import { runCommand } from './run-command.js'

// No `await`: the published program runs without the module loader.
void runCommand(process.argv.slice(2), processTerminal()).then((exitCode) => {
  process.exitCode = exitCode
})
