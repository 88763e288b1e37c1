import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { sharedReading } from '@postrider/core/kernel/batching/shared-reading'

describe('A shared read', () => {
  const begin = () => {
    const clock = { atMs: 1_000, nowMs: () => clock.atMs }
    const pending: Array<(answer: E.Either<string, number>) => void> = []
    const read = sharedReading(
      clock,
      3_000,
      () => new Promise<E.Either<string, number>>((resolve) => pending.push(resolve)),
    )
    return { clock, pending, read }
  }

  it('runs once for all callers within its age, and for those that arrive while it runs', async () => {
    const { clock, pending, read } = begin()
    const waiting = [read(), read()]
    clock.atMs += 5_000
    waiting.push(read())
    pending[0]?.(E.right(1))
    const answers = await Promise.all(waiting)
    expect(answers).to.deep.equal(answers.map(() => E.right({ atMs: 1_000, value: 1 })))
    expect(pending).to.have.length(1)
    const next = read()
    pending[1]?.(E.right(2))
    expect(await next).to.deep.equal(E.right({ atMs: 6_000, value: 2 }))
    clock.atMs += 2_999
    expect(await read()).to.deep.equal(E.right({ atMs: 6_000, value: 2 }))
    expect(pending).to.have.length(2)
  })

  it("isn't kept if it failed, or if the clock was set back", async () => {
    const { clock, pending, read } = begin()
    const failing = read()
    pending[0]?.(E.left('outage'))
    expect(await failing).to.deep.equal(E.left('outage'))
    const again = read()
    pending[1]?.(E.right(1))
    await again
    clock.atMs -= 60_000
    const later = read()
    pending[2]?.(E.right(2))
    expect(await later).to.deep.equal(E.right({ atMs: -59_000, value: 2 }))
  })
})
