import { expect } from 'chai'
import { otpReadiness } from '@postrider/core/platform/use-cases/status/otp-readiness'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aWorld } from '../../../fakes/world.js'

const anOutbox = () => {
  const { ports, memory, time } = aWorld()
  const list = (lane: 'otp' | 'transactional', publications = 0): void => {
    const message = aMessage({ lane })
    memory.tables.outbox.set(message.messageId, { message, dueAtMs: NOW_MS, publications })
  }
  return { ...memory, time, list, isInTime: otpReadiness(ports) }
}

describe('Readiness for OTPs', () => {
  it('is given while none waits', async () => {
    const { isInTime } = anOutbox()
    expect(await isInTime(30_000)).to.equal(true)
  })

  it('ends when the oldest has waited for more than half of the requested lifetime', async () => {
    const { isInTime, list, time } = anOutbox()
    list('otp')
    await time.advance(15_000)
    expect(await isInTime(30_000)).to.equal(true)
    await time.advance(1_000)
    expect(await isInTime(30_000)).to.equal(false)
    expect(await isInTime(32_000)).to.equal(true)
  })

  it('ignores other messages, and OTPs that went to the queue', async () => {
    const { isInTime, list, time } = anOutbox()
    list('transactional')
    list('otp', 1)
    await time.advance(600_000)
    expect(await isInTime(30_000)).to.equal(true)
  })

  it("isn't given while storage can't be read", async () => {
    const { isInTime, faults, time } = anOutbox()
    faults.plan('waitingSince', 'away')
    expect(await isInTime(900_000)).to.equal(false)
    await time.advance(1_000)
    expect(await isInTime(900_000)).to.equal(true)
  })

  it('reads the outbox once a second at most', async () => {
    const { isInTime, faults, time } = anOutbox()
    await Promise.all(Array.from({ length: 10 }, () => isInTime(30_000)))
    await time.advance(999)
    await isInTime(60_000)
    expect(faults.calls('waitingSince')).to.equal(1)
  })
})
