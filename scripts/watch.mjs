// Compiles on every change, and restarts a program each time that everything compiles.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root, tool } from './run.mjs'

const end = async (child) => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/**
 * Watches the sources until a signal arrives. `start` starts the program and returns its process, which is
 * stopped before the next one starts. Resolves with the exit code.
 */
export const restartOnChange = async (start) => {
  const compiler = spawn(process.execPath, [tool.tsc, '-b', '--watch', '--preserveWatchOutput'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let program
  let isEnding = false
  // Restarts wait for each other, so that only one program runs at a time.
  let queue = Promise.resolve()
  const restart = () => {
    queue = queue.then(async () => {
      await end(program)
      if (!isEnding) program = start()
    })
  }
  createInterface({ input: compiler.stdout }).on('line', (line) => {
    console.error(line)
    if (/Found 0 errors/.test(line)) restart()
  })
  const stop = () => {
    isEnding = true
    compiler.kill('SIGTERM')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await once(compiler, 'exit')
  await queue
  await end(program)
  return isEnding ? 0 : 1
}
