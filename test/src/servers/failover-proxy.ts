import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.js'

/**
 * A TCP proxy on loopback in front of several servers. New connections go to the first server that passes its
 * check. So the proxy moves to another server after a failure, and back when the check passes again.
 * Connections to a server that fails its check are closed. Connections that were opened to another server
 * stay, like with most load balancers.
 */
export interface FailoverProxy {
  readonly port: number
  stop(): Promise<void>
}

/** Resolves to whether the server on a port may be used. */
type ServerCheck = (port: number) => Promise<boolean>

interface Target {
  readonly port: number
  readonly links: Set<Socket>
  /** The number of equal results in a row. */
  streak: number
  isUsable: boolean
}

const CHECK_EVERY_MS = 500
const CHECKED_WITHIN_MS = 1_500
/** The number of equal checks in a row that change the status. */
const ENOUGH = 2

const checkOnce = (isUsable: ServerCheck, port: number): Promise<boolean> => {
  const tooLate = sleep(CHECKED_WITHIN_MS).then(() => false)
  return Promise.race([isUsable(port).catch(() => false), tooLate])
}

const note = (target: Target, isUsable: boolean): void => {
  target.streak = isUsable === target.isUsable ? 0 : target.streak + 1
  if (target.streak < ENOUGH) return
  target.isUsable = isUsable
  target.streak = 0
  if (!isUsable) for (const link of target.links) link.destroy()
}

const serve = (client: Socket, target: Target | undefined): void => {
  client.on('error', () => undefined)
  if (target === undefined) return void client.destroy()
  const server = connect({ host: '127.0.0.1', port: target.port })
  server.on('error', () => client.destroy())
  for (const socket of [client, server]) {
    socket.setNoDelay(true)
    target.links.add(socket)
    socket.on('close', () => {
      target.links.delete(socket)
      client.destroy()
      server.destroy()
    })
  }
  client.pipe(server).pipe(client)
}

const listenOn = async (server: Server): Promise<number> => {
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return port
}

/** Starts a proxy in front of the servers on these ports, the preferred one first. */
export const startFailoverProxy = async (
  ports: readonly number[],
  isUsable: ServerCheck,
): Promise<FailoverProxy> => {
  const targets = ports.map((port): Target => ({ port, links: new Set(), streak: 0, isUsable: false }))
  for (const target of targets) target.isUsable = await checkOnce(isUsable, target.port)
  const over = new AbortController()
  const watch = async (target: Target): Promise<void> => {
    while (!over.signal.aborted) {
      note(target, await checkOnce(isUsable, target.port))
      await sleep(CHECK_EVERY_MS)
    }
  }
  const watching = targets.map(watch)
  const listener = createServer((client) =>
    serve(
      client,
      targets.find((target) => target.isUsable),
    ),
  )
  const port = await listenOn(listener)
  return {
    port,
    stop: async () => {
      over.abort()
      await Promise.all(watching)
      for (const { links } of targets) for (const link of links) link.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
