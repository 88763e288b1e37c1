import { expect } from 'chai'
import { isOpen, letsThrough } from '@postrider/core/providers/domain/calls/circuit-breaker'
import { accountCircuits } from '@postrider/core/providers/use-cases/calls/account-circuits'
import { followFaults } from '@postrider/core/providers/use-cases/calls/follow-faults'
import type { ReceiptReport } from '@postrider/core/providers/domain/receipts/receipt'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { aDispatcher } from '../../../fakes/dispatch-world.js'

const ACCEPTED = { _tag: 'Accepted', providerMessageIds: [] } as const

/** An account whose provider takes messages and reports their failure later. */
const aScene = () => {
  const one = aDispatcher()
  const { providerAccountId } = one.tenant.providerAccount
  const account = one.tenant.providerAccount
  const circuits = accountCircuits(one.ports)
  const follow = followFaults(one.ports, circuits)
  const report = (overrides: Partial<ReceiptReport> = {}): ReceiptReport => ({
    providerAccountId,
    messageId: fresh.id('msg'),
    providerMessageId: undefined,
    recipient: undefined,
    status: 'undelivered',
    failureCode: 'provider_rejected',
    reason: { code: '131042', text: 'Business eligibility payment issue' },
    blamesAccount: true,
    providerTimeMs: undefined,
    eventKey: fresh.hex(8),
    raw: '{}',
    ...overrides,
  })
  const record = async (...reports: readonly ReceiptReport[]) => {
    await right(one.incoming.record({ reports }))
    await one.time.until(one.incoming.idle())
  }
  const look = async () => {
    await one.time.advance(5 * SECOND_MS)
    await right(follow())
    return circuits.of(providerAccountId)
  }
  const call = () => {
    expect(circuits.begin(account)).to.equal(true)
    circuits.ended(account, ACCEPTED, one.ports.clock.nowMs())
    return circuits.of(providerAccountId)
  }
  return { ...one, account, circuits, report, record, look, call }
}

describe('A fault of an account that its provider reports for messages', () => {
  it('stops the account after three messages, with the code and the words', async () => {
    const { record, report, look, circuits, account } = aScene()
    await record(report(), report())
    expect(isOpen(await look())).to.equal(false)
    await record(report())
    const breaker = await look()
    expect(breaker.fault?.detail).to.include('131042: Business eligibility payment issue')
    expect(circuits.letsThrough(account)).to.equal(false)
  })

  it('counts repeated reports once, and other failures not at all', async () => {
    const { record, report, look } = aScene()
    const same = report()
    await record(same)
    await record(same, same)
    await record(report({ blamesAccount: undefined }), report({ blamesAccount: undefined }), report())
    expect(isOpen(await look())).to.equal(false)
  })

  it("doesn't add up over hours", async () => {
    const { record, report, look, time } = aScene()
    await record(report(), report())
    await time.advance(HOUR_MS)
    await record(report())
    expect(isOpen(await look())).to.equal(false)
  })

  it('lets one message try the account after five minutes, and the others two minutes later', async () => {
    const { record, report, look, call, time, circuits, account } = aScene()
    await record(report(), report(), report())
    await look()
    await time.advance(5 * MINUTE_MS)
    expect(isOpen(await look())).to.equal(true)
    expect(isOpen(call())).to.equal(true)
    expect(circuits.letsThrough(account)).to.equal(false)
    await time.advance(2 * MINUTE_MS)
    expect(isOpen(call())).to.equal(false)
  })

  it('stops it again if the message that tried it is lost too', async () => {
    const { record, report, look, call, time, ports } = aScene()
    await record(report(), report(), report())
    await look()
    await time.advance(5 * MINUTE_MS)
    call()
    await record(report())
    const breaker = await look()
    expect(breaker.fault?.isTried).to.equal(false)
    expect(letsThrough(breaker, ports.clock.nowMs() + 4 * MINUTE_MS)).to.equal(false)
  })
})
