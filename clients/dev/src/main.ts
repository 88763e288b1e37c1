import { processTerminal } from './command-terminal.js'
import { runCommand } from './run-command.js'

// No `await`: published, it is a program without the loader of modules.
void runCommand(process.argv.slice(2), processTerminal()).then((exitCode) => {
  process.exitCode = exitCode
})
