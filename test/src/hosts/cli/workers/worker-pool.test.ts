import { expect } from 'chai'
import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { pauseAfterDeaths } from '@postrider/cli/workers/worker-positions'
import { createWorkerPool, type WorkerPool } from '@postrider/cli/workers/worker-pool'
import type { WorkerEnd, LiveWorker } from '@postrider/cli/workers/live-worker'
import { manualTime, turn } from '../../../core/fakes/manual-time.js'

/** A fake worker controlled by the test. */
interface PlayedWorker extends LiveWorker {
  serve(): void
  end(end?: Partial<WorkerEnd>): void
  readonly commands: string[]
  isReady: boolean
}

const play = (number: number): PlayedWorker => {
  let serves = false
  let tellServing: (serves: boolean) => void = () => undefined
  let tellEnd: (end: WorkerEnd) => void = () => undefined
  const serving = new Promise<boolean>((resolve) => (tellServing = resolve))
  const ended = new Promise<WorkerEnd>((resolve) => (tellEnd = resolve))
  const commands: string[] = []
  const end = (how: Partial<WorkerEnd> = {}): void => {
    serves = false
    tellServing(false)
    tellEnd({ exitCode: undefined, signal: undefined, ...how })
  }
  return {
    number,
    pid: number,
    commands,
    isReady: true,
    serving,
    ended,
    isServing: () => serves,
    ask: () => Promise.resolve(undefined),
    learn: () => undefined,
    isLeaving: () => commands.length > 0,
    leave: (isReplaced) => void commands.push(isReplaced ? 'make way' : 'leave'),
    kill: () => {
      commands.push('kill')
      end({ signal: 'SIGKILL' })
    },
    serve: () => {
      serves = true
      tellServing(true)
    },
    end,
  }
}

const aPool = (count: number) => {
  const time = manualTime()
  const begun: PlayedWorker[] = []
  const lines: string[] = []
  let deaths = 0
  const write = (_fields: object, message: string): void => void lines.push(message)
  const pool: WorkerPool = createWorkerPool({
    count,
    begin: () => {
      const worker = play(begun.length + 1)
      begun.push(worker)
      return worker
    },
    clock: time.clock,
    timers: time.timers,
    log: { writesDebug: false, debug: write, info: write, warn: write, error: write },
    died: () => (deaths += 1),
    moved: () => undefined,
    keepAliveMs: 75 * SECOND_MS,
    isReady: async (worker) => begun[worker.number - 1]?.isReady === true,
  })
  const worker = (number: number): PlayedWorker => begun[number - 1] ?? expect.fail(`no worker ${number}`)
  /** Resolves when all workers serve. */
  const started = async (): Promise<void> => {
    const starting = pool.start()
    for (let number = 1; number <= count; number += 1) {
      await turn()
      worker(number).serve()
    }
    expect(await starting).to.equal(undefined)
  }
  return { time, pool, begun, lines, worker, started, deaths: () => deaths }
}

describe('A worker pool', () => {
  it('starts with one worker, and with no other if it never serves', async () => {
    const { pool, begun, worker } = aPool(3)
    const starting = pool.start()
    await turn()
    expect(begun).to.have.length(1)
    worker(1).end({ exitCode: 78 })
    expect(await starting).to.equal(78)
    expect(begun).to.have.length(1)
  })

  it('replaces a dead worker at once, and more slowly if it dies repeatedly', async () => {
    const { time, begun, worker, started, deaths } = aPool(2)
    await started()
    const pauses: number[] = []
    for (let death = 1; death <= 9; death += 1) {
      const diedAtMs = time.clock.nowMs()
      const last = worker(begun.length)
      const count = begun.length
      last.end({ signal: 'SIGKILL' })
      await turn()
      while (begun.length === count) await time.advance(SECOND_MS / 2)
      pauses.push((time.clock.nowMs() - diedAtMs) / SECOND_MS)
      worker(begun.length).serve()
      await turn()
    }
    const expected = [0, 1, 2, 4, 8, 16, 32, 60, 60]
    for (const [at, pause] of pauses.entries())
      expect(pause - (expected[at] ?? 0), `pause ${at}`).to.be.within(0, 0.5)
    expect([1, 2, 3, 4, 5, 8, 9, 40].map((death) => pauseAfterDeaths(death) / SECOND_MS)).to.deep.equal([
      0, 1, 2, 4, 8, 60, 60, 60,
    ])
    expect(deaths()).to.equal(9)
    await time.advance(MINUTE_MS)
    const count = begun.length
    worker(count).end({ exitCode: 1 })
    await time.advance(SECOND_MS / 2)
    expect(begun).to.have.length(count + 1)
  })

  it('gives up if none serves and each dies before serving', async () => {
    const { time, pool, begun, worker, started } = aPool(1)
    await started()
    let given: number | undefined
    void pool.gaveUp.then((exitCode) => (given = exitCode))
    worker(1).end({ signal: 'SIGKILL' })
    for (let vain = 1; vain <= 5; vain += 1) {
      expect(given).to.equal(undefined)
      const count = begun.length
      while (begun.length === count) await time.advance(SECOND_MS)
      worker(begun.length).end({ exitCode: 78 })
      await turn()
    }
    expect(given).to.equal(78)
  })

  it('replaces workers one after another, each when its successor is ready', async () => {
    const { time, pool, begun, worker, started, deaths } = aPool(2)
    await started()
    const renewing = pool.renew()
    await turn()
    expect(begun).to.have.length(3)
    expect(worker(1).commands).to.deep.equal([])
    worker(3).isReady = false
    worker(3).serve()
    await time.advance(5 * SECOND_MS)
    expect(worker(1).commands).to.deep.equal([])
    worker(3).isReady = true
    await time.advance(SECOND_MS)
    expect(worker(1).commands).to.deep.equal(['make way'])
    expect(begun).to.have.length(3)
    worker(1).end({ exitCode: 0 })
    await turn()
    expect(begun).to.have.length(4)
    expect(worker(2).commands).to.deep.equal([])
    worker(4).serve()
    await turn(20)
    expect(worker(2).commands).to.deep.equal(['make way'])
    worker(2).end({ exitCode: 0 })
    await time.until(renewing)
    expect(pool.workers().map(({ number }) => number)).to.deep.equal([3, 4])
    expect(deaths()).to.equal(0)
  })

  it('delays a replacement until all workers have started', async () => {
    const { time, pool, begun, worker } = aPool(2)
    const starting = pool.start()
    await turn()
    const renewing = pool.renew()
    worker(1).serve()
    await turn()
    expect(begun).to.have.length(2)
    worker(2).serve()
    await starting
    await turn()
    for (const [old, next] of [
      [1, 3],
      [2, 4],
    ] as const) {
      worker(next).serve()
      await turn(20)
      worker(old).end({ exitCode: 0 })
      await turn(20)
    }
    await time.until(renewing)
    expect(pool.workers().map(({ number }) => number)).to.deep.equal([3, 4])
  })

  it("keeps a worker if its successor isn't ready in time or ends", async () => {
    for (const fails of ['late', 'dead'] as const) {
      const { time, pool, worker, lines, started } = aPool(2)
      await started()
      const renewing = pool.renew()
      await turn()
      if (fails === 'dead') worker(3).end({ exitCode: 78 })
      await time.until(renewing)
      expect(worker(3).commands).to.deep.equal(['kill'])
      expect([worker(1).commands, worker(2).commands]).to.deep.equal([[], []])
      expect(lines.at(-1)).to.match(/replacement of workers stopped: new worker not ready/)
    }
  })

  it('stops all workers together, and kills those that exceed the time limit', async () => {
    const { time, pool, begun, worker, started } = aPool(2)
    await started()
    const stopping = pool.stop()
    expect([worker(1).commands, worker(2).commands]).to.deep.equal([['leave'], ['leave']])
    worker(1).end({ exitCode: 0 })
    await time.advance(10 * SECOND_MS)
    expect(worker(2).commands).to.deep.equal(['leave'])
    await time.advance(9 * SECOND_MS)
    expect(worker(2).commands).to.deep.equal(['leave', 'kill'])
    await stopping
    await time.advance(MINUTE_MS)
    expect(begun).to.have.length(2)
  })
})
