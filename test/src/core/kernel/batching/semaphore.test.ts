import { expect } from 'chai'
import fc from 'fast-check'
import { semaphore, type Waiters } from '@postrider/core/kernel/batching/semaphore'

/** A caller waits, tries, stops waiting, or returns a permit, or the number of permits changes. */
type Event =
  | { readonly _tag: 'Acquire' }
  | { readonly _tag: 'Try' }
  | { readonly _tag: 'GiveUp'; readonly which: number }
  | { readonly _tag: 'Release'; readonly which: number }
  | { readonly _tag: 'Resize'; readonly permits: number }

const events: fc.Arbitrary<readonly Event[]> = fc.array(
  fc.oneof(
    fc.record({ _tag: fc.constant('Acquire' as const) }),
    fc.record({ _tag: fc.constant('Try' as const) }),
    fc.record({ _tag: fc.constant('GiveUp' as const), which: fc.nat(9) }),
    fc.record({ _tag: fc.constant('Release' as const), which: fc.nat(9) }),
    fc.record({ _tag: fc.constant('Resize' as const), permits: fc.nat(4) }),
  ),
  { maxLength: 60 },
)

describe('A semaphore', () => {
  it('grants its permits in the order of arrival, each once, and never more than it has', () => {
    fc.assert(
      fc.property(fc.nat(4), events, (permits, happening) => {
        const one = semaphore(permits)
        const served: number[] = []
        const givingUp = new Map<number, () => void>()
        const model = {
          most: permits,
          holding: [] as number[],
          waiting: [] as number[],
          served: [] as number[],
        }
        const serve = (): void => {
          while (model.holding.length < model.most) {
            const next = model.waiting.shift()
            if (next === undefined) return
            model.holding.push(next)
            model.served.push(next)
          }
        }
        happening.forEach((event, who) => {
          if (event._tag === 'Acquire') {
            givingUp.set(
              who,
              one.acquire(undefined, () => served.push(who)),
            )
            model.waiting.push(who)
          } else if (event._tag === 'Try') {
            const isFree = model.holding.length < model.most
            expect(one.tryAcquire()).to.equal(isFree)
            if (isFree) model.holding.push(who)
          } else if (event._tag === 'GiveUp') {
            const given = [...givingUp.keys()][event.which]
            if (given === undefined) return
            givingUp.get(given)?.()
            model.waiting = model.waiting.filter((waiter) => waiter !== given)
          } else if (event._tag === 'Release') {
            if (model.holding.length === 0) return
            model.holding.splice(event.which % model.holding.length, 1)
            one.release()
          } else {
            one.resize(event.permits)
            model.most = event.permits
          }
          serve()
          expect(served).to.deep.equal(model.served)
        })
      }),
    )
  })

  it('grants several permits at once, or none of them', () => {
    const bytes = semaphore(10)
    expect(bytes.tryAcquire(7)).to.equal(true)
    expect(bytes.tryAcquire(4)).to.equal(false)
    expect(bytes.tryAcquire(3)).to.equal(true)
    expect(bytes.tryAcquire(0)).to.equal(true)
    expect(bytes.tryAcquire()).to.equal(false)
    bytes.release(7)
    expect(bytes.tryAcquire(8)).to.equal(false)
    expect(bytes.tryAcquire(7)).to.equal(true)
  })

  it('serves several waiting callers with several returned permits', () => {
    const permits = semaphore(2)
    expect(permits.tryAcquire(2)).to.equal(true)
    const served: string[] = []
    for (const who of ['a', 'b', 'c']) permits.acquire(undefined, () => served.push(who))
    permits.release(2)
    expect(served).to.deep.equal(['a', 'b'])
    expect(permits.tryAcquire()).to.equal(false)
  })

  it("can't be overtaken by a caller that is served and comes again at once", () => {
    const permits = semaphore(1)
    const served: string[] = []
    const comeAgain = (): void => {
      served.push('again')
    }
    permits.acquire(undefined, () => served.push('first'))
    permits.acquire(undefined, () => {
      served.push('second')
      permits.acquire(undefined, comeAgain)
    })
    permits.acquire(undefined, () => served.push('third'))
    for (let times = 0; times < 3; times += 1) permits.release()
    expect(served).to.deep.equal(['first', 'second', 'third', 'again'])
  })

  it('can serve the waiting callers in another order', () => {
    const stack: Array<{ readonly who: string; readonly serve: () => void }> = []
    const lastFirst: Waiters<string> = {
      join: (who, serve) => {
        const entry = { who, serve }
        stack.push(entry)
        return () => void stack.splice(stack.indexOf(entry), 1)
      },
      next: () => stack.pop()?.serve,
    }
    const permits = semaphore(1, lastFirst)
    const served: string[] = []
    for (const who of ['a', 'b', 'c']) permits.acquire(who, () => served.push(who))
    for (let times = 0; times < 2; times += 1) permits.release()
    expect(served).to.deep.equal(['a', 'c', 'b'])
  })
})
