export { runCommand } from './run-command.js'
export type { CommandTerminal } from './command-terminal.js'
