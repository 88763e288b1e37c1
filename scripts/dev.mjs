// npm run dev: compiles on every change and restarts `postrider start` when the result compiles.
import { spawn } from 'node:child_process'
import { prepare } from './prepare.mjs'
import { main, root, tool } from './run.mjs'
import { restartOnChange } from './watch.mjs'

const start = (args) =>
  spawn(process.execPath, [tool.postrider, 'start', ...args], {
    cwd: root,
    stdio: 'inherit',
    // No load balancer sends to it.
    env: { POSTRIDER_DRAIN_PAUSE_MS: '0', ...process.env },
  })

const USAGE = `
npm run dev [-- OPTIONS]

Compiles on every change and restarts postrider start, which gets the options (npx postrider start --help).
`

await main(async (args) => {
  await prepare()
  return restartOnChange(() => start(args))
}, USAGE)
