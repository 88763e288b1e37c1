import { expect } from 'chai'
import { startLoop } from '@postrider/web-server/hosting/loop'
import { systemTimers } from '@postrider/node/system/system-timers'

/** Timers that the test fires. */
const manualTimers = () => {
  const waiting: Array<{ delayMs: number; run: () => void }> = []
  return {
    waiting,
    soon: (run: () => void) => void waiting.push({ delayMs: 0, run }),
    after: (delayMs: number, run: () => void) => {
      const entry = { delayMs, run }
      waiting.push(entry)
      return () => void waiting.splice(waiting.indexOf(entry), 1)
    },
    fire: () => waiting.shift()?.run(),
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const noBug = (cause: unknown): void => {
  throw cause
}

describe('A loop', () => {
  it('pauses as long as the turn said', async () => {
    const timers = manualTimers()
    let turns = 0
    const loop = startLoop({ timers, onBug: noBug, turn: async () => (turns += 1) * 100 })
    await settle()
    expect(timers.waiting[0]?.delayMs).to.equal(100)
    timers.fire()
    await settle()
    expect(turns).to.equal(2)
    expect(timers.waiting[0]?.delayMs).to.equal(200)
    await loop.stop()
    expect(timers.waiting).to.have.length(0)
  })

  it('continues at once when woken, and shortly after a turn during which it was woken', async () => {
    const timers = manualTimers()
    let turns = 0
    let end = (): void => undefined
    const turn = async (): Promise<number> => {
      turns += 1
      await new Promise<void>((resolve) => (end = resolve))
      return 1000
    }
    const loop = startLoop({ timers, onBug: noBug, turn, debounceMs: 5 })
    loop.wake()
    end()
    await settle()
    expect(timers.waiting.map(({ delayMs }) => delayMs)).to.deep.equal([5])
    timers.fire()
    end()
    await settle()
    expect(timers.waiting.map(({ delayMs }) => delayMs)).to.deep.equal([1000])
    loop.wake()
    expect(turns).to.equal(3)
    end()
    await loop.stop()
  })

  it('shares the following turn among callers that wait', async () => {
    const timers = manualTimers()
    let turns = 0
    const loop = startLoop({ timers, onBug: noBug, turn: async () => (turns += 1) * 1000, debounceMs: 5 })
    loop.wake()
    await settle()
    expect(timers.waiting.map(({ delayMs }) => delayMs)).to.deep.equal([5])
    for (let calls = 0; calls < 10; calls += 1) loop.wake()
    expect(turns).to.equal(1)
    timers.fire()
    await settle()
    expect(turns).to.equal(2)
    expect(timers.waiting.map(({ delayMs }) => delayMs)).to.deep.equal([2000])
    await loop.stop()
  })

  it('survives a bug', async () => {
    const timers = manualTimers()
    const bugs: unknown[] = []
    const loop = startLoop({
      timers,
      onBug: (cause) => bugs.push(cause),
      turn: () => Promise.reject(new Error('bug')),
    })
    await settle()
    expect(bugs).to.have.length(1)
    expect(timers.waiting[0]?.delayMs).to.equal(1000)
    await loop.stop()
  })

  it('stops after the current turn and never runs again', async () => {
    let turns = 0
    const loop = startLoop({
      timers: systemTimers,
      onBug: noBug,
      turn: async () => {
        turns += 1
        await new Promise((resolve) => setTimeout(resolve, 20))
        return 0
      },
    })
    await loop.stop()
    expect(turns).to.equal(1)
    loop.wake()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(turns).to.equal(1)
  })
})
