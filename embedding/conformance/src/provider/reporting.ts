import { expect } from 'chai'
import { eventually } from '../eventually.js'
import { messageOf } from './kit-message.js'
import {
  aWhile,
  copiesOf,
  deliveriesIn,
  type ProviderUnderTest,
  SHORT_MS,
  submit,
} from './provider-under-test.js'

const reportsOfDelivery = (at: ProviderUnderTest): void => {
  it('reports a delivery for the account, with its own reference, and with ours if it supports one', async () => {
    const sent = messageOf(at.channel, at.opened.destinations.accepted)
    const outcome = await submit(at, sent)
    await eventually('the report came', () => deliveriesIn(at.reports).length === 1)
    const [report] = deliveriesIn(at.reports)
    expect(report).to.deep.include({
      providerAccountId: at.opened.providerAccountId,
      failureCode: undefined,
    })
    expect(report?.recipient).to.be.oneOf([sent.to, undefined])
    expect(report?.messageId).to.be.oneOf([sent.messageId, undefined])
    const named = report?.providerMessageId
    expect(outcome).to.deep.include({ providerMessageIds: named === undefined ? [] : [named] })
    if (named === undefined) expect(report?.messageId).to.equal(sent.messageId)
  })

  it("repeats reports that couldn't be stored, as the same event, and only until they are stored", async () => {
    at.reports.failTimes(2)
    const sent = messageOf(at.channel, at.opened.destinations.accepted)
    await submit(at, sent)
    await eventually('the report was stored', () => deliveriesIn(at.reports).length > 0)
    await eventually('all was stored', () => at.reports.owed() === 0)
    const before = at.reports.calls()
    expect(before).to.equal(at.reports.stored.length + 2)
    await aWhile()
    expect(at.reports.calls()).to.equal(before)
    expect(new Set(at.reports.stored.map(({ eventKey }) => eventKey)).size).to.equal(before - 2)
    expect(await copiesOf(at, sent)).to.equal(1)
  })

  it('gives each report an event key of its own', async () => {
    const sent = Array.from({ length: 20 }, () => messageOf(at.channel, at.opened.destinations.accepted))
    await Promise.all(sent.map((one) => submit(at, one)))
    await eventually('every report came', () => deliveriesIn(at.reports).length === 20)
    const { stored } = at.reports
    expect(new Set(stored.map(({ eventKey }) => eventKey)).size).to.equal(stored.length)
  })

  it('reports messages with a late response as taken, with our reference, and never sends them twice', async () => {
    const { late } = at.opened.destinations
    if (late === undefined) return
    const sent = messageOf(at.channel, late)
    expect(await submit(at, sent, { timeoutMs: SHORT_MS })).to.have.property('_tag', 'OutcomeUnknown')
    const ownReports = () => at.reports.stored.filter(({ messageId }) => messageId === sent.messageId)
    await eventually('it was told', () => ownReports().length > 0)
    expect(ownReports()[0]?.status).to.be.oneOf(
      at.options.hasSessions ? ['accepted'] : ['accepted', 'delivered'],
    )
    await eventually('it was delivered', () => deliveriesIn(at.reports).length === 1)
    expect(await copiesOf(at, sent)).to.equal(1)
  })
}

/** Tests the reports that the provider sends. */
export const reporting = (at: ProviderUnderTest): void => {
  if (at.options.reportsDelivery) reportsOfDelivery(at)
}
