import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { anAccountForEach } from './account-for-each.js'
import { smsLayout } from '@postrider/core/channels/sms/segments'
import { smsText } from '@postrider/core/channels/sms/inbound-octets'
import { aText } from './open-smpp.js'

/** Recipients that reply with the text they get. */
const ECHO = '+9971234567'

describe('An inbound message through an SMSC', () => {
  const at = anAccountForEach({ settings: { stopWords: 'Genug, Basta' } })

  const writtenBack = async (text: string) => {
    expect(await at.provider.submit(aText(ECHO, text), 5_000)).to.have.property('_tag', 'Accepted')
    await eventually('it came back', () => at.reports.inbound.length > 0)
    return at.reports.inbound.splice(0)
  }

  it('is passed on once, with its author and its sender ID', async () => {
    const [message, ...others] = await writtenBack('{Where} is my order? ~[1€]')
    expect(others).to.deep.equal([])
    expect(message).to.deep.include({
      from: ECHO,
      text: '{Where} is my order? ~[1€]',
      consentChange: undefined,
      userId: undefined,
      inReplyTo: undefined,
    })
    expect(message?.to).to.equal(at.smsc.submits().at(-1)?.source_addr)
    expect(message?.raw).to.equal('esm_class:0 data_coding:0 source_addr_ton:1')
    expect(at.reports.stored).to.deep.equal([])
  })

  it('can be in any script, and each part is passed on as it came', async () => {
    expect((await writtenBack('नमस्ते'))[0]?.text).to.equal('नमस्ते')
    for (const text of [`${'हाँ '.repeat(60)}🙂`, `${'long {words} '.repeat(40)}end`]) {
      const count = smsLayout(text).segments
      expect(await at.provider.submit(aText(ECHO, text), 5_000)).to.have.property('_tag', 'Accepted')
      await eventually('all parts came back', () => at.reports.parts.length === count)
      const parts = at.reports.parts.splice(0).toSorted((one, other) => one.number - other.number)
      expect(parts.map(({ total, number }) => [total, number])).to.deep.equal(
        Array.from({ length: count }, (_, index) => [count, index + 1]),
      )
      expect(new Set(parts.map(({ reference }) => reference)).size).to.equal(1)
      expect(smsText(parts)).to.equal(text)
      expect(parts[0]).to.deep.include({ from: ECHO, stopWords: ['Genug', ' Basta'] })
    }
    expect(at.reports.inbound).to.deep.equal([])
  })

  it("has its consent keyword, also by the account's own words", async () => {
    for (const text of ['STOP', 'Stop. Thank you', 'opt-out', ' basta ', 'GENUG'])
      expect((await writtenBack(text))[0]?.consentChange, text).to.deep.equal({ wants: 'stop', scope: 'all' })
    expect((await writtenBack('Please do not stop'))[0]).to.include({ isUnclear: true })
    expect((await writtenBack('start'))[0]?.consentChange).to.deep.equal({ wants: 'start', scope: 'all' })
  })

  it('is a separate event each time, so that no second STOP is lost', async () => {
    const keys = [(await writtenBack('STOP'))[0]?.eventKey, (await writtenBack('STOP'))[0]?.eventKey]
    expect(new Set(keys).size).to.equal(2)
  })

  it("is sent again if it couldn't be stored", async () => {
    at.reports.failTimes(2)
    const [message, ...others] = await writtenBack('Hello')
    expect([message?.text, others]).to.deep.equal(['Hello', []])
    expect(at.reports.calls()).to.equal(3)
  })
})
