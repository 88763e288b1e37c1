import { expect } from 'chai'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { Lane } from '@postrider/core/kernel/messages/lane'
import { callSlots } from '@postrider/core/providers/use-cases/calls/call-slots'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { manualTime, turn } from '../../../fakes/manual-time.js'

const MOST_WAITING = 250
const [asha, bela] = [fresh.id('org'), fresh.id('org')] as const
const MINUTE_MS = 60_000

/** An account's slots, and their holders, in order. */
const aLimiter = (maxConcurrent: number) => {
  const time = manualTime()
  const slots = callSlots(time)
  const account = aProviderAccount({ maxConcurrent })
  const inside: Array<{ readonly who: string; readonly leave: () => void }> = []
  const gone: string[] = []
  const come = (
    who: string,
    organizationId: OrganizationId = asha,
    lane: Lane = 'transactional',
    { untilMs = NOW_MS + MINUTE_MS, most = maxConcurrent } = {},
  ): void => {
    const slot = slots.join(account.providerAccountId, most, { lane, organizationId }, MOST_WAITING)
    const entering = slot === undefined ? Promise.resolve(false) : slot.take(untilMs)
    void entering.then((isIn) =>
      slot !== undefined && isIn ? inside.push({ who, leave: slot.leave }) : gone.push(who),
    )
  }
  return { time, slots, account, come, inside, gone, names: () => inside.map(({ who }) => who) }
}

describe("Slots for an account's calls", () => {
  it('are as many as the account allows, and each end of a call frees one', async () => {
    const { come, inside, names } = aLimiter(2)
    for (const who of ['1', '2', '3', '4']) come(who)
    await turn()
    expect(names()).to.deep.equal(['1', '2'])
    inside[1]?.leave()
    await turn()
    expect(names()).to.deep.equal(['1', '2', '3'])
    inside[0]?.leave()
    inside[2]?.leave()
    await turn()
    come('5')
    await turn()
    expect(names()).to.deep.equal(['1', '2', '3', '4', '5'])
  })

  it('go to OTPs first, then to Organizations in turn', async () => {
    const { come, inside, names } = aLimiter(1)
    for (const who of ['a1', 'a2', 'a3']) come(who)
    come('b1', bela)
    come('otp', bela, 'otp')
    for (let at = 0; at < 5; at += 1) {
      await turn()
      inside[at]?.leave()
    }
    expect(names()).to.deep.equal(['a1', 'otp', 'a2', 'b1', 'a3'])
  })

  it('are given up when the time to start has ended, which costs no other a turn', async () => {
    const { time, come, inside, gone, names } = aLimiter(1)
    come('1')
    come('2', asha, 'otp', { untilMs: NOW_MS + 1_000 })
    come('3')
    await time.advance(999)
    expect(gone).to.deep.equal([])
    await time.advance(1)
    expect(gone).to.deep.equal(['2'])
    inside[0]?.leave()
    await turn()
    expect(names()).to.deep.equal(['1', '3'])
    await time.advance(MINUTE_MS)
    expect(gone).to.deep.equal(['2'])
  })

  it('have a limited line per lane: the others are rejected at once, except OTPs', async () => {
    const { time, come, inside, gone, names } = aLimiter(1)
    come('first')
    for (let at = 0; at < MOST_WAITING; at += 1)
      come(`a${at}`, asha, 'promotional', { untilMs: NOW_MS + (at === 0 ? 1_000 : MINUTE_MS) })
    come('one too many', bela, 'promotional')
    come('otp', bela, 'otp')
    await turn()
    expect(gone).to.deep.equal(['one too many'])
    inside[0]?.leave()
    await turn()
    expect(names()).to.deep.equal(['first', 'otp'])
    await time.advance(1_000)
    come('in time', bela, 'promotional')
    inside[1]?.leave()
    await turn()
    come('after a turn', bela, 'promotional')
    come('one too many again', bela, 'promotional')
    await turn()
    expect(gone).to.deep.equal(['one too many', 'a0', 'one too many again'])
  })

  it('leave no timer behind after they are taken', async () => {
    const { time, come, inside } = aLimiter(1)
    come('1')
    come('2')
    await turn()
    inside[0]?.leave()
    await turn()
    expect(inside).to.have.length(2)
    const never = await time.until(new Promise(() => undefined)).catch((cause: unknown) => cause)
    expect(never).to.be.instanceOf(Error)
    expect(time.clock.nowMs()).to.equal(NOW_MS)
  })

  it("follow the account's last limit: more calls start at once, or too many wait", async () => {
    const { come, inside, names } = aLimiter(1)
    for (const who of ['1', '2', '3']) come(who)
    come('4', asha, 'transactional', { most: 3 })
    await turn()
    expect(names()).to.deep.equal(['1', '2', '3'])
    come('5', asha, 'transactional', { most: 1 })
    inside[0]?.leave()
    inside[1]?.leave()
    await turn()
    expect(names()).to.have.length(3)
    inside[2]?.leave()
    await turn()
    expect(names()).to.deep.equal(['1', '2', '3', '4'])
  })

  it('are separate for each account', async () => {
    const { slots, come, names } = aLimiter(1)
    come('1')
    come('2')
    const waiter = { lane: 'promotional', organizationId: asha } as const
    const other = slots.join(aProviderAccount().providerAccountId, 1, waiter)
    expect(other?.isTaken()).to.equal(true)
    await turn()
    expect(names()).to.deep.equal(['1'])
  })

  it('can be left once by a waiting call, which costs no other a turn', async () => {
    const { slots, account, come, inside, names } = aLimiter(1)
    come('1')
    const waiter = { lane: 'transactional', organizationId: asha } as const
    const slot = slots.join(account.providerAccountId, 1, waiter)
    come('3')
    const taken = slot?.take(NOW_MS + MINUTE_MS)
    slot?.leave()
    slot?.leave()
    expect(await taken).to.equal(false)
    inside[0]?.leave()
    inside[0]?.leave()
    await turn()
    come('4')
    await turn()
    expect(names()).to.deep.equal(['1', '3'])
  })

  it('are no longer granted after the shutdown: waiting calls are rejected at once, running ones continue', async () => {
    const { time, slots, come, inside, gone, names } = aLimiter(1)
    for (const who of ['1', '2', '3']) come(who)
    come('otp', bela, 'otp')
    await turn()
    slots.shut()
    await turn()
    expect(gone.toSorted()).to.deep.equal(['2', '3', 'otp'])
    inside[0]?.leave()
    come('late')
    await turn()
    expect(names()).to.deep.equal(['1'])
    expect(gone).to.include('late')
    expect(time.clock.nowMs()).to.equal(NOW_MS)
  })
})
