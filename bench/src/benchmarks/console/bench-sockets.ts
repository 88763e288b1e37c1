import { setTimeout as pause } from 'node:timers/promises'
import type { BenchRun } from '../bench-run.js'
import { printBounds } from '../bound-rows.js'
import { cpuMicroseconds } from '../machine/process-cost.js'
import type { ConsoleStage } from './console-stage.js'
import { say } from '../say.js'
import { busyConsoles } from './consoles.js'
import { sendSteadily, tenantsOf } from './send-steadily.js'

/** Enough to rerun every reading. */
const SENDS_PER_SECOND = 20
const FRAMES_PER_SECOND = 4
const SETTLE_MS = 2000

/**
 * Memory is measured at the second time with this number of sockets, so that leftovers of the first time
 * don't count.
 */
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

/** The processor time per second of an idle process: it maintains the feed and stays connected. */
const idleMicroseconds = async ({ api, host }: ConsoleStage, forMs: number): Promise<number> => {
  const before = cpuMicroseconds(host.pid)
  const { seconds } = await sendSteadily(api, tenantsOf(api).quiet, SENDS_PER_SECOND, forMs)
  return (cpuMicroseconds(host.pid) - before) / seconds
}

const framesFor = async ({ api, host, clients }: ConsoleStage, forMs: number) => {
  const { quiet } = tenantsOf(api)
  await sendSteadily(api, quiet, SENDS_PER_SECOND, SETTLE_MS)
  await clients.forget()
  const [hostBefore, clientsBefore] = [host.pid, clients.pid].map(cpuMicroseconds)
  const { seconds } = await sendSteadily(api, quiet, SENDS_PER_SECOND, forMs)
  const { frames, bytes } = await clients.report(Infinity)
  return {
    ofEachPerSecond: frames / seconds / host.sessions.length,
    bytesEach: bytes / frames,
    hostMicroseconds: (cpuMicroseconds(host.pid) - (hostBefore ?? 0)) / seconds,
    framesPerSecond: frames / seconds,
    clientMicroseconds: (cpuMicroseconds(clients.pid) - (clientsBefore ?? 0)) / frames,
  }
}

/** The memory of open sockets, and the cost of sending on all of them. */
export const benchSockets = async (run: BenchRun, stage: ConsoleStage): Promise<void> => {
  const count = stage.host.sessions.length
  say('a console that nobody looks at')
  const idle = await idleMicroseconds(stage, run.measureMs)
  say(`${count} sockets are opened, twice`)
  const memory = await memoryOf(stage)
  say('they are sent two readings, each as often as may be')
  const frames = await framesFor(stage, run.measureMs * 2)
  await stage.clients.close()
  const frameMicroseconds = (frames.hostMicroseconds - idle) / frames.framesPerSecond
  const share = (idle + frameMicroseconds * FRAMES_PER_SECOND * count) / 1e6
  printBounds(`Console, ${count} sockets with two readings each`, [
    { what: 'memory of a socket, collected', value: memory.liveKb, digits: 1, unit: 'kB', atMost: 30 },
    { what: 'the same of the whole process', value: memory.residentKb, digits: 1, unit: 'kB' },
    { what: 'the console process with all of them', value: memory.residentMb, unit: 'MB' },
    { what: 'frames a second to each', value: frames.ofEachPerSecond, digits: 1, unit: '' },
    { what: 'size of a frame', value: frames.bytesEach, unit: 'bytes' },
    { what: 'console process while nobody looks', value: idle / 10_000, digits: 1, unit: '% of a core' },
    { what: 'processor time of a frame, console process', value: frameMicroseconds, digits: 1, unit: 'µs' },
    {
      what: `console process at ${FRAMES_PER_SECOND} frames a second to each`,
      value: share * 100,
      digits: 1,
      unit: '% of a core',
      atMost: 15,
    },
    { what: 'processor time of a frame, clients', value: frames.clientMicroseconds, digits: 1, unit: 'µs' },
  ])
}
