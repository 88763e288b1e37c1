import { expect } from 'chai'
import type { ReceiptReport } from '@postrider/core/providers/domain/receipts/receipt'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { StatusQueryOutcome } from '@postrider/core/providers/ports/provider'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { scriptedProvider } from '../../../fakes/scripted-provider.js'

const cannotTell: StatusQueryOutcome = { _tag: 'CannotTell', detail: 'not yet' }

/** A dispatcher whose provider reports only when queried, at the earliest an hour after it took a message. */
const anAsker = (answers: ReadonlyArray<(report: ReceiptReport) => StatusQueryOutcome>) => {
  const left = [...answers]
  const known: { report?: ReceiptReport } = {}
  const ask = (): StatusQueryOutcome => {
    if (known.report === undefined) throw new Error('it was asked before there was a message')
    return left.shift()?.(known.report) ?? cannotTell
  }
  const one = aDispatcher({ provider: scriptedProvider({ ask, askAfterMs: HOUR_MS }) })
  const message = one.accept()
  known.report = {
    providerAccountId: one.tenant.providerAccount.providerAccountId,
    messageId: undefined,
    providerMessageId: 'id-1',
    recipient: message.to,
    status: 'delivered',
    failureCode: undefined,
    providerTimeMs: undefined,
    eventKey: 'asked',
    raw: 'state:2',
  }
  const settled = async () => {
    await one.time.until(one.incoming.idle())
    await one.time.until(one.reports.idle())
    return one.now(message)
  }
  return { one, message, settled }
}

const reported = (report: ReceiptReport): StatusQueryOutcome => ({ _tag: 'Reported', reports: [report] })

describe('A submitted message without a report', () => {
  it('is queried at the time that its provider asks for, and no sooner, however often its job runs', async () => {
    const { one, message, settled } = anAsker([() => cannotTell, reported])
    await one.dispatch(message)
    const takenAtMs = one.time.clock.nowMs()
    expect(one.dueAtMs(message)).to.equal(takenAtMs + HOUR_MS)
    await one.time.advance(HOUR_MS - 1)
    expect(await one.dispatch(message)).to.equal('ack')
    expect(one.provider.questions).to.deep.equal([])
    await one.time.advance(1)
    await one.dispatch(message)
    expect(one.provider.questions).to.have.length(1)
    expect(one.dueAtMs(message)).to.equal(takenAtMs + 2 * HOUR_MS)
    expect(await settled()).to.include({ state: 'SUBMITTED' })
    await one.time.advance(HOUR_MS)
    await one.dispatch(message)
    expect(await settled()).to.include({ state: 'DELIVERED', billing: 'settled' })
    expect(one.dueAtMs(message)).to.equal(undefined)
    expect([...one.tables.receipts.values()].map(({ raw, state }) => [raw, state])).to.deep.equal([
      ['state:2', 'applied'],
    ])
    expect(one.provider.submissions).to.have.length(1)
  })

  it("is queried again if the reports couldn't be stored", async () => {
    const { one, message, settled } = anAsker([reported, reported])
    await one.dispatch(message)
    await one.time.advance(HOUR_MS)
    one.faults.plan('store', 'away')
    await one.dispatch(message)
    expect(await settled()).to.include({ state: 'SUBMITTED' })
    await one.time.advance(HOUR_MS)
    await one.dispatch(message)
    expect(await settled()).to.include({ state: 'DELIVERED' })
  })

  it('is confirmed by a report on a call with an unknown outcome', async () => {
    const { one, message, settled } = anAsker([reported])
    one.provider.answer({ _tag: 'OutcomeUnknown', detail: 'lost', providerMessageIds: ['id-1'] })
    await one.dispatch(message)
    expect(await settled()).to.include({ state: 'DELIVERED' })
    expect(one.attempts(message)[0]).to.include({ phase: 'accepted', providerMessageId: 'id-1' })
    expect(one.provider.submissions).to.have.length(1)
  })
})
