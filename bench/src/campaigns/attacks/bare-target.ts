import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/**
 * A server in its own process that reads everything and does nothing: it shows the cost of the attacker
 * itself.
 */
export interface BareTarget {
  readonly port: number
  stop(): Promise<void>
}

const THIS_FILE = fileURLToPath(import.meta.url)

/** Starts the server, which ends with this process. */
export const openBareTarget = async (): Promise<BareTarget> => {
  const child = fork(THIS_FILE, ['serve'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const serve = (): void => {
  const server = createServer((socket) => socket.on('error', () => undefined).resume())
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object') process.send?.(address.port)
  })
  process.on('disconnect', () => process.exit(0))
}

if (process.argv[1] === THIS_FILE && process.argv[2] === 'serve') serve()
