import { expect } from 'chai'
import { createLargeBodies } from '@postrider/web-server/receiving/large-bodies'

/** Resolves after all pending work that doesn't wait for a timer. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('The large bodies of a credential', () => {
  it('are received one after another, without delaying others', async () => {
    const bodies = createLargeBodies()
    const events: string[] = []
    const enter = async (credential: string, name: string) => {
      const end = await bodies.enter(credential)
      events.push(name)
      return end
    }
    const first = await enter('crd_a', 'first')
    const second = enter('crd_a', 'second')
    const third = enter('crd_a', 'third')
    await enter('crd_b', 'other')
    await settled()
    expect(events).to.deep.equal(['first', 'other'])
    first?.()
    const endSecond = await second
    await settled()
    expect(events).to.deep.equal(['first', 'other', 'second'])
    endSecond?.()
    await third
    expect(events).to.deep.equal(['first', 'other', 'second', 'third'])
  })

  it('are processed one at a time in the process, even after a failure', async () => {
    const bodies = createLargeBodies()
    let atOnce = 0
    let most = 0
    const work = async (fails: boolean): Promise<void> => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await settled()
      atOnce -= 1
      if (fails) throw new Error('fails')
    }
    const done = await Promise.allSettled(
      [false, true, false].map((fails) => bodies.oneAtATime(() => work(fails))),
    )
    expect(done.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
    expect(most).to.equal(1)
  })

  it('are refused if their turn takes too long, and the next one gets it', async () => {
    const bodies = createLargeBodies(20)
    const first = await bodies.enter('crd_a')
    expect(await bodies.enter('crd_a')).to.equal(undefined)
    first?.()
    expect(await bodies.enter('crd_a')).not.to.equal(undefined)
  })

  it('are refused at once if many wait', async () => {
    const bodies = createLargeBodies(50)
    await bodies.enter('crd_a')
    const waiting = Array.from({ length: 8 }, () => bodies.enter('crd_a'))
    let hasOneWaited = false
    const first = Promise.race(waiting).then(() => (hasOneWaited = true))
    expect([await bodies.enter('crd_a'), hasOneWaited]).to.deep.equal([undefined, false])
    await Promise.all([first, ...waiting])
  })
})
