import { setTimeout as pause } from 'node:timers/promises'
import type { BenchRun } from '../bench-run.js'
import { printBounds } from '../bound-rows.js'
import { cpuMicroseconds } from '../process-cost.js'
import { type ConsoleStage, say } from './console-stage.js'
import { busyConsoles } from './consoles.js'
import { sendSteadily, tenantsOf } from './send-steadily.js'

/** Enough that every reading that may be run again is. */
const SENDS_PER_SECOND = 20
const FRAMES_PER_SECOND = 4
const SETTLE_MS = 2000

/** What memory is measured by: the second time that so many came, so that what the first of them left behind is not counted. */
const memoryOf = async ({ host, clients }: ConsoleStage) => {
  const consoles = busyConsoles(host.sessions)
  await clients.open({ port: host.port, consoles })
  await clients.close()
  await pause(SETTLE_MS)
  const before = await host.memory()
  await clients.open({ port: host.port, consoles })
  await pause(SETTLE_MS)
  const after = await host.memory()
  return {
    liveKb: (after.liveBytes - before.liveBytes) / 1000 / consoles.length,
    residentKb: (after.residentBytes - before.residentBytes) / 1000 / consoles.length,
    residentMb: after.residentBytes / 1e6,
  }
}

const framesFor = async ({ api, host, clients }: ConsoleStage, forMs: number) => {
  const { quiet } = tenantsOf(api)
  await sendSteadily(api, quiet, SENDS_PER_SECOND, SETTLE_MS)
  await clients.forget()
  const [hostBefore, clientsBefore] = [host.pid, clients.pid].map(cpuMicroseconds)
  const begunAt = performance.now()
  await sendSteadily(api, quiet, SENDS_PER_SECOND, forMs)
  const seconds = (performance.now() - begunAt) / 1000
  const { frames, bytes } = await clients.report(Infinity)
  return {
    ofEachPerSecond: frames / seconds / host.sessions.length,
    bytesEach: bytes / frames,
    hostMicroseconds: (cpuMicroseconds(host.pid) - (hostBefore ?? 0)) / frames,
    clientMicroseconds: (cpuMicroseconds(clients.pid) - (clientsBefore ?? 0)) / frames,
  }
}

/** What open sockets hold, and what sending on all of them costs. */
export const benchSockets = async (run: BenchRun, stage: ConsoleStage): Promise<void> => {
  const count = stage.host.sessions.length
  say(`${count} sockets are opened, twice`)
  const memory = await memoryOf(stage)
  say('they are sent two readings, each as often as may be')
  const frames = await framesFor(stage, run.measureMs * 2)
  await stage.clients.close()
  const share = (frames.hostMicroseconds * FRAMES_PER_SECOND * count) / 1e6
  printBounds(`Console, ${count} sockets with two readings each`, [
    { what: 'memory of a socket, collected', value: memory.liveKb, digits: 1, unit: 'kB', atMost: 30 },
    { what: 'the same of the whole process', value: memory.residentKb, digits: 1, unit: 'kB' },
    { what: 'the console process with all of them', value: memory.residentMb, unit: 'MB' },
    { what: 'frames a second to each', value: frames.ofEachPerSecond, digits: 1, unit: '' },
    { what: 'size of a frame', value: frames.bytesEach, unit: 'bytes' },
    {
      what: 'processor time of a frame, console process',
      value: frames.hostMicroseconds,
      digits: 1,
      unit: 'µs',
    },
    {
      what: `so at ${FRAMES_PER_SECOND} frames a second to each`,
      value: share * 100,
      digits: 1,
      unit: '% of a core',
      atMost: 15,
    },
    { what: 'processor time of a frame, clients', value: frames.clientMicroseconds, digits: 1, unit: 'µs' },
  ])
}
