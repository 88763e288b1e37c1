// The functions with which all scripts start programs.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The entry file of an installed package's program, to run with this Node. */
export const tool = {
  tsc: join(root, 'node_modules/typescript/bin/tsc'),
  mocha: join(root, 'node_modules/mocha/bin/mocha.js'),
  oxlint: join(root, 'node_modules/oxlint/bin/oxlint'),
  cspell: join(root, 'node_modules/cspell/bin.mjs'),
  prettier: join(root, 'node_modules/prettier/bin/prettier.cjs'),
  postrider: join(root, 'hosts/cli/bin/postrider.mjs'),
}

/**
 * Passes signals on to the child. Ctrl-C in a terminal already reaches the whole process group, and a second
 * signal would mean "at once".
 */
const forwardSignals = (child) => {
  const forward = (signal) => {
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return () => {
    for (const signal of signals) process.off(signal, forward)
  }
}

/**
 * Runs a program with our input and output, and resolves with its exit code (128 + n after signal n).
 * `onLine` gets the lines of its output.
 */
export const run = (command, args, { onLine, ...options } = {}) =>
  new Promise((resolve, reject) => {
    const stdio = onLine === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe']
    const child = spawn(command, args, { cwd: root, stdio, ...options })
    for (const output of onLine === undefined ? [] : [child.stdout, child.stderr])
      createInterface({ input: output }).on('line', onLine)
    const stopForwarding = forwardSignals(child)
    child.once('error', (error) => {
      stopForwarding()
      reject(error)
    })
    child.once('close', (code, signal) => {
      stopForwarding()
      resolve(signal === null ? code : 128 + constants.signals[signal])
    })
  })

/** `run` for a JavaScript file. */
export const runNode = (file, args, options) => run(process.execPath, [file, ...args], options)

const LOOK_EVERY_MS = 250

/**
 * npm passes a signal to the shell that runs a script. The shell ends, and the script doesn't get the signal.
 * Treats the end of the shell as the signal.
 */
const endWithParent = () => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}

const asksForHelp = (args) => args.includes('--help') || args.includes('-h')

/**
 * Runs a script's body. Its number becomes the exit code, and an expected failure is one line without a
 * stack. With `--help` the script only prints its usage.
 */
export const main = async (body, usage) => {
  const args = process.argv.slice(2)
  if (asksForHelp(args)) {
    console.log(`Usage: ${usage.trim()}`)
    return
  }
  endWithParent()
  try {
    process.exitCode = await body(args)
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exitCode = error instanceof Failure ? error.exitCode : 1
  }
}

/** A failure that a person can act on. Anything else that is thrown is a bug and shows its stack. */
export class Failure extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
