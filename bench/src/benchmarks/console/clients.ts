import { Agent } from 'node:http'
import { answerCalls } from '../child-calls.js'
import type { ConsoleReport, OpenConsoles } from './client-process.js'
import { type ConsoleClient, openConsoleClient } from './console-client.js'
import { changeDelays, gaugeDelays } from './screen-delays.js'

/** A separate program with the consoles of a run, whose processor time is measured separately. */
const AT_ONCE = 16

let clients: readonly ConsoleClient[] = []

const open = async ({ port, consoles }: OpenConsoles): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const opened: ConsoleClient[] = []
  const waiting = [...consoles]
  const openNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      opened.push(await openConsoleClient({ port, token: next.token, agent }, next.readings))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, openNext))
  agent.destroy()
  clients = opened
}

const forget = async (): Promise<void> => clients.forEach((client) => client.forget())

const report = async ({ untilMs }: { readonly untilMs: number }): Promise<ConsoleReport> => {
  const numbered = new Map(
    clients.flatMap((client) => client.changes()).map((change) => [change.seq, change]),
  )
  const changes = [...numbered.values()]
    .filter(({ atMs }) => atMs < untilMs)
    .sort((one, other) => one.seq - other.seq)
  const screensOf = (...names: readonly string[]) =>
    names.flatMap((name) => clients.map((client) => client.eventsOf(name))).filter(({ length }) => length > 0)
  return {
    frames: clients.reduce((sum, client) => sum + client.frames(), 0),
    bytes: clients.reduce((sum, client) => sum + client.bytes(), 0),
    changes: changes.length,
    tails: changeDelays(screensOf('few', 'all'), changes),
    readings: changeDelays(screensOf('overview'), changes),
    gauges: gaugeDelays(screensOf('overview'), changes),
  }
}

interface FoundAnswer {
  readonly found: readonly unknown[]
}

/** One after another, each on the next console: a user's calls per second are limited. */
const findEach = async ({ texts }: { readonly texts: readonly string[] }): Promise<readonly number[]> => {
  const times: number[] = []
  for (const [at, text] of texts.entries()) {
    const begunAt = performance.now()
    const answer = (await clients[at % clients.length]?.call('findMessages', { text })) as FoundAnswer
    times.push(performance.now() - begunAt)
    if (answer.found.length === 0) throw new Error('a message was not found')
  }
  return times
}

const close = async (): Promise<void> => {
  await Promise.all(clients.map((client) => client.close()))
  clients = []
}

answerCalls({ open, forget, report, findEach, close })
