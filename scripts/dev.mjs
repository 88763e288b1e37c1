// npm run dev: compiles on every change and restarts `postrider start` when the result compiles.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { prepare } from './prepare.mjs'
import { main, root, tool } from './run.mjs'

const start = (args) =>
  spawn(process.execPath, [tool.postrider, 'start', ...args], {
    cwd: root,
    stdio: 'inherit',
    // Nobody balances load over it.
    env: { POSTRIDER_DRAIN_PAUSE_MS: '0', ...process.env },
  })

const end = async (child) => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

const USAGE = `
npm run dev [-- OPTIONS]

Compiles on every change and restarts postrider start, which gets the options (npx postrider start --help).
`

await main(async (args) => {
  await prepare()
  const compiler = spawn(process.execPath, [tool.tsc, '-b', '--watch', '--preserveWatchOutput'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let service
  let isEnding = false
  // One restart after the other, each with what was compiled last.
  let queue = Promise.resolve()
  const restart = () => {
    queue = queue.then(async () => {
      await end(service)
      if (!isEnding) service = start(args)
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
  await end(service)
  return isEnding ? 0 : 1
}, USAGE)
