import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.js'
import { mysqlProtocol } from './mysql-commands.js'
import { postgresProtocol } from './postgres-commands.js'
import { commits, type WireProtocol } from './wire-protocol.js'

/**
 * The loss with the connection: the server's `answer` to an executed COMMIT, or the `request`, which the
 * server then never sees. The client can't tell them apart.
 */
export type CommitLoss = 'answer' | 'request'

/**
 * A TCP proxy on loopback between a client and a server under test, with faults that can be turned on and
 * off.
 */
export interface FaultProxy {
  /** The server's address with the proxy's host and port. */
  readonly url: string
  readonly port: number
  /** Resets every open connection on both sides. New ones are served. */
  cut(): void
  /** Makes the kernel refuse new connections; open ones stay. */
  refuseNew(): void
  /** Keeps and accepts connections, but forwards nothing in either direction. */
  blackhole(): void
  /** Delays every chunk of bytes by this time, in each direction. */
  setLatencyMs(latencyMs: number): void
  /**
   * Once: loses the next COMMIT of a database client as requested and resets the client's connection. With
   * `matching`, the next one whose statements match. A later call replaces it.
   */
  armCommitLoss(loss: CommitLoss, matching?: RegExp): void
  /** The number of lost COMMITs so far. */
  lostCommits(): number
  /**
   * Once: resets the connection on which a client sends these bytes, before they arrive. A later call
   * replaces it.
   */
  cutAt(bytes: Buffer): void
  /**
   * Counts from now on how often clients send these bytes. The returned function returns the current number.
   */
  count(bytes: Buffer): () => number
  /**
   * Once: makes the response with these bytes the server's last one on its connection. The client gets it in
   * one piece with `lastWords`, and the connection closes. A later call replaces it.
   */
  endAfter(bytes: Buffer, lastWords: Buffer): void
  /**
   * From now on, shifts the result of every statement that reads a database server's clock, as if its
   * machine's clock had been set. 0 ends the shift.
   */
  stepServerClock(byMs: number): void
  /** The number of open connections. */
  connections(): number
  /** Ends all faults, and forwards everything that was held back. */
  heal(): Promise<void>
  /** Resets every connection and stops listening. */
  stop(): Promise<void>
}

interface Armed {
  readonly loss: CommitLoss
  readonly matching: RegExp
}

interface Ending {
  readonly after: Buffer
  readonly lastWords: Buffer
}

/** The bytes that are counted, and how often clients have sent them. */
interface Watch {
  readonly bytes: Buffer
  seen: number
}

interface Faults {
  latencyMs: number
  clockStepMs: number
  hole: Promise<void> | undefined
  armed: Armed | undefined
  lostCommits: number
  trap: Buffer | undefined
  ending: Ending | undefined
  watches: Watch[]
}

interface Link {
  readonly client: Socket
  readonly server: Socket
  /** True as soon as nothing of the server may reach the client. */
  deaf: boolean
}

const reset = ({ client, server }: Link): void => {
  client.resetAndDestroy()
  server.resetAndDestroy()
}

/** Resolves when more can be written. Never resolves for a closed connection, whose sender is still read. */
const write = async (socket: Socket, bytes: Buffer): Promise<void> => {
  if (socket.destroyed || socket.write(bytes)) return
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })])
  over.abort()
}

const delay = async (faults: Faults): Promise<void> => {
  if (faults.latencyMs > 0) await sleep(faults.latencyMs)
  while (faults.hole !== undefined) await faults.hole
}

/** Uses the armed loss if this packet is the matching COMMIT. */
const takeLoss = (faults: Faults, { queryText }: WireProtocol, packet: Buffer): CommitLoss | undefined => {
  const text = faults.armed === undefined ? undefined : queryText(packet)
  if (faults.armed === undefined || text === undefined) return undefined
  if (!commits(text) || !faults.armed.matching.test(text)) return undefined
  const { loss } = faults.armed
  faults.armed = undefined
  return loss
}

const loseCommit = async (
  link: Link,
  { quitPacket }: WireProtocol,
  loss: CommitLoss,
  packet: Buffer,
): Promise<void> => {
  link.deaf = true
  if (loss === 'answer') {
    // The server closes when it has responded to the query and read the quit packet, so the COMMIT is
    // certainly done.
    const closed = new Promise((resolve) => link.server.once('close', resolve))
    link.server.write(Buffer.concat([packet, quitPacket]))
    await closed
  }
  reset(link)
}

/** Whether the chunk has the awaited bytes; each trap works once. */
const snaps = (faults: Faults, chunk: Buffer): boolean => {
  if (faults.trap === undefined || !chunk.includes(faults.trap)) return false
  faults.trap = undefined
  return true
}

/** How often the chunk has the bytes. */
const occurrences = (chunk: Buffer, bytes: Buffer): number => {
  let found = 0
  for (let at = chunk.indexOf(bytes); at >= 0; at = chunk.indexOf(bytes, at + bytes.length)) found += 1
  return found
}

/** The chunk with the last words after the final response, which may have started in the previous chunk. */
const takeEnding = (faults: Faults, before: Buffer, chunk: Buffer): Buffer | undefined => {
  const { ending } = faults
  if (ending === undefined || !Buffer.concat([before, chunk]).includes(ending.after)) return undefined
  faults.ending = undefined
  return Buffer.concat([chunk, ending.lastWords])
}

type Protocol = WireProtocol | undefined

const forwardRequests = async (link: Link, faults: Faults, protocol: Protocol): Promise<void> => {
  const split = protocol?.packetSplitter() ?? ((chunk: Buffer) => [chunk])
  for await (const chunk of link.client) {
    await delay(faults)
    for (const watch of faults.watches) watch.seen += occurrences(chunk as Buffer, watch.bytes)
    if (snaps(faults, chunk as Buffer)) return reset(link)
    for (const packet of split(chunk as Buffer)) {
      const loss = protocol === undefined ? undefined : takeLoss(faults, protocol, packet)
      if (protocol !== undefined && loss !== undefined) {
        await loseCommit(link, protocol, loss, packet)
        faults.lostCommits += 1
        return
      }
      await write(link.server, protocol?.withSteppedClock(packet, faults.clockStepMs) ?? packet)
    }
  }
  link.server.end()
}

const forwardAnswers = async (link: Link, faults: Faults): Promise<void> => {
  let before: Buffer = Buffer.alloc(0)
  for await (const chunk of link.server) {
    await delay(faults)
    const last = takeEnding(faults, before, chunk as Buffer)
    if (last !== undefined) {
      link.client.end(last)
      return void link.server.resetAndDestroy()
    }
    if (!link.deaf) await write(link.client, chunk as Buffer)
    before = chunk as Buffer
  }
  if (link.deaf) link.server.end()
  else link.client.end()
}

const serveLink = async (link: Link, faults: Faults, protocol: Protocol): Promise<void> => {
  link.client.setNoDelay(true)
  link.server.setNoDelay(true)
  // A failed socket ends the loop that reads it; these listeners only prevent an unhandled error event.
  link.client.on('error', () => undefined)
  link.server.on('error', () => undefined)
  const whenBroken = (): void => {
    if (!link.deaf) reset(link)
  }
  await Promise.all([
    forwardRequests(link, faults, protocol).catch(whenBroken),
    forwardAnswers(link, faults).catch(whenBroken),
  ])
}

const listen = async (server: Server, port: number): Promise<void> => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

const connectionFaults = (faults: Faults, links: Set<Link>) => {
  let openHole = (): void => undefined
  return {
    cut: (): void => links.forEach(reset),
    blackhole: (): void => {
      faults.hole ??= new Promise((resolve) => (openHole = resolve))
    },
    closeHole: (): void => {
      faults.hole = undefined
      openHole()
    },
    setLatencyMs: (latencyMs: number): void => {
      faults.latencyMs = latencyMs
    },
    armCommitLoss: (loss: CommitLoss, matching = /./): void => {
      faults.armed = { loss, matching }
    },
    lostCommits: (): number => faults.lostCommits,
    cutAt: (bytes: Buffer): void => {
      faults.trap = bytes
    },
    count: (bytes: Buffer): (() => number) => {
      const watch: Watch = { bytes, seen: 0 }
      faults.watches.push(watch)
      return () => watch.seen
    },
    endAfter: (after: Buffer, lastWords: Buffer): void => {
      faults.ending = { after, lastWords }
    },
    stepServerClock: (byMs: number): void => {
      faults.clockStepMs = byMs
    },
    connections: (): number => links.size,
  }
}

const PROTOCOLS: Readonly<Record<string, WireProtocol>> = {
  'mysql:': mysqlProtocol,
  'postgres:': postgresProtocol,
}

/**
 * Starts a proxy in front of the server of `targetUrl` (`mysql://`, `postgres://`, `amqp://`, `smtp://`, any
 * TCP).
 */
export const startFaultProxy = async (targetUrl: string): Promise<FaultProxy> => {
  const target = new URL(targetUrl)
  const faults: Faults = {
    latencyMs: 0,
    clockStepMs: 0,
    hole: undefined,
    armed: undefined,
    lostCommits: 0,
    trap: undefined,
    ending: undefined,
    watches: [],
  }
  const links = new Set<Link>()
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true })
    const link: Link = { client, server, deaf: false }
    links.add(link)
    void serveLink(link, faults, PROTOCOLS[target.protocol]).finally(() => links.delete(link))
  })
  const port = await freePort()
  await listen(listener, port)
  const url = new URL(targetUrl)
  url.host = `127.0.0.1:${port}`
  const { closeHole, ...controls } = connectionFaults(faults, links)
  return {
    url: url.href,
    port,
    ...controls,
    refuseNew: () => {
      listener.close()
    },
    heal: async () => {
      closeHole()
      faults.latencyMs = 0
      faults.clockStepMs = 0
      faults.armed = undefined
      faults.trap = undefined
      faults.ending = undefined
      if (!listener.listening) await listen(listener, port)
    },
    stop: async () => {
      closeHole()
      const closed = listener.listening ? once(listener, 'close') : undefined
      listener.close()
      controls.cut()
      await closed
    },
  }
}
