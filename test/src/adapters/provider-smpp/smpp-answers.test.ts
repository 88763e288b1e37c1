import { expect } from 'chai'
import { questionOf } from '@postrider/conformance/provider'
import { eventually } from '@postrider/conformance/eventually'
import { anAccountForEach } from './account-for-each.js'
import { aText, openSmpp } from './open-smpp.js'

const FOR_GOOD: Readonly<Record<string, readonly number[]>> = {
  recipient_invalid: [0x0b, 0x50, 0x51],
  provider_rejected: [0x01, 0x43, 0x61, 0x62, 0x65, 0x66, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0x104],
}
const THROTTLED = [0x58, 0x14]
const HERE = [0x0a, 0x48, 0x49, 0x15, 0x53, 0x100, 0x101, 0x102, 0x103]
const FOR_NOW = [0x58, 0x14, 0x64, 0x08, 0x45, 0x02, 0xff, 0x400]

/** The number at which the test's SMSC gives this response. */
const numberFor = (behavior: number, parameter = 0): string =>
  `+999${behavior}${`${parameter}`.padStart(4, '0')}000`

describe('The responses of an SMSC that are understood include', () => {
  const at = anAccountForEach()
  const send = (to: string, timeoutMs = 5_000) => at.provider.submit(aText(to), timeoutMs)

  it('each status of a refusal', async () => {
    for (const [failureCode, statuses] of Object.entries(FOR_GOOD))
      for (const status of statuses)
        expect(await send(numberFor(0, status)), `${status}`).to.include({
          _tag: 'PermanentFailure',
          failureCode,
        })
    for (const status of HERE)
      expect(await send(numberFor(0, status))).to.have.property('_tag', 'RejectedByRoute')
    for (const status of FOR_NOW)
      expect(await send(numberFor(0, status)), `${status}`).to.deep.include({
        _tag: 'TransientFailure',
        ...(THROTTLED.includes(status) ? { isThrottled: true } : {}),
      })
    expect(at.smsc.events().filter(({ event }) => event === 'bind')).to.have.length(1)
  })

  it('another bind state than ours, which reopens the session', async () => {
    expect(await send(numberFor(0, 0x04))).to.have.property('_tag', 'NotAttempted')
    expect(await send('+4915123456789')).to.have.property('_tag', 'Accepted')
  })

  it("the account's own codes", async () => {
    const statusMap =
      '0x0B=transient_failure,88=unknown, 0x400=recipient_blocked,0x14=rejected_by_route,0x45=not_attempted'
    const own = openSmpp(at.smsc.port, { settings: { statusMap } }).provider
    const tags: string[] = []
    for (const status of [0x0b, 88, 0x400, 0x14, 0x45])
      tags.push((await own.submit(aText(numberFor(0, status)), 5_000))._tag)
    await own.close()
    expect(tags).to.deep.equal([
      'TransientFailure',
      'OutcomeUnknown',
      'PermanentFailure',
      'RejectedByRoute',
      'NotAttempted',
    ])
  })

  it('a late one after a timeout, which counts as taken, with our reference', async () => {
    const sms = aText(numberFor(3, 350))
    expect(await at.provider.submit(sms, 200)).to.have.property('_tag', 'OutcomeUnknown')
    await eventually('it was answered and reported about', () => at.reports.stored.length === 2)
    const [late, receipt] = at.reports.stored
    expect(late).to.include({ messageId: sms.messageId, recipient: sms.to, status: 'accepted' })
    expect(receipt).to.include({ providerMessageId: late?.providerMessageId, status: 'delivered' })
  })

  it('one with the number of another request, which is ignored', async () => {
    expect(await send(numberFor(6), 200)).to.have.property('_tag', 'OutcomeUnknown')
    expect(await send('+4915123456789')).to.have.property('_tag', 'Accepted')
  })

  it('those of a long text with a lost part: unknown, with the known identifiers', async () => {
    const long = aText(numberFor(1), 'x'.repeat(300))
    expect(await at.provider.submit(long, 200)).to.deep.include({ _tag: 'OutcomeUnknown' })
    expect(at.smsc.submits().at(-1)?.header).to.match(/01$/)
  })

  it('those of a long text with a refused part: unknown, with its own reason, and never repeated', async () => {
    const outcome = await at.provider.submit(aText(numberFor(0, 9_000 + 0x58), 'x'.repeat(400)), 5_000)
    const [first, , third] = at.smsc.submits().slice(-3)
    expect(outcome).to.deep.equal({
      _tag: 'OutcomeUnknown',
      detail: '2 of 3 parts were accepted: the SMSC responded with 0x58',
      providerMessageIds: [first?.id, third?.id],
      isOfMessage: true,
    })
  })

  it('receipts from before the response and duplicates, which are one event', async () => {
    const outcome = await send(numberFor(4))
    await eventually('both came', () => at.reports.stored.length === 2)
    const [first, second] = at.reports.stored
    expect(first?.eventKey).to.equal(second?.eventKey)
    expect(outcome).to.deep.equal({ _tag: 'Accepted', providerMessageIds: [first?.providerMessageId] })
    expect(first?.raw)
      .to.match(/stat:DELIVRD/)
      .and.not.include('Hello')
  })

  it('receipts in another base than the responses, if the account sets that', async () => {
    await at.reopen({ settings: { receiptId: 'decimal-to-hex' } })
    const outcome = await send(numberFor(5))
    await eventually('the receipt came', () => at.reports.stored.length === 1)
    const [report] = at.reports.stored
    const [id] = outcome._tag === 'Accepted' ? outcome.providerMessageIds : []
    expect(id).to.match(/^[0-9A-F]{8}$/)
    expect(report?.providerMessageId).to.equal(id?.toLowerCase().replace(/^0+/, ''))
  })

  it('those to a query about messages with its identifiers, and nothing else', async () => {
    const sms = aText('+4915123456789')
    const outcome = await at.provider.submit(sms, 5_000)
    const ask = (providerMessageIds: readonly string[]) =>
      at.provider.ask?.({ ...questionOf(sms), providerMessageIds }, 5_000)
    const [id = ''] = outcome._tag === 'Accepted' ? outcome.providerMessageIds : []
    const answer = await ask([id])
    expect(answer).to.have.property('_tag', 'Reported')
    const [report] = answer?._tag === 'Reported' ? answer.reports : []
    expect(report).to.deep.include({
      providerMessageId: id,
      recipient: sms.to,
      status: 'delivered',
      raw: `query_sm_resp id:${id} message_state:2 error_code:0`,
    })
    expect(at.provider.askAfterMs).to.equal(3_600_000)
    expect(await ask([])).to.have.property('_tag', 'CannotTell')
    expect(await ask(['99999999'])).to.have.property('_tag', 'CannotTell')
  })
})
