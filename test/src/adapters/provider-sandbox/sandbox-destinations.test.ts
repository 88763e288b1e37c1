import { expect } from 'chai'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type { Provider } from '@postrider/core/providers/ports/provider'
import { formProblems } from '@postrider/core/tenancy/domain/settings-form'
import { createSandbox, SANDBOX_FORM } from '@postrider/provider-sandbox/sandbox-provider'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import { providerReference } from '@postrider/core/providers/domain/receipts/provider-reference'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { eventually } from '@postrider/conformance/eventually'
import { anEmail, anSms, keepReports, type KeptReports, questionOf } from '@postrider/conformance/provider'
import { freshDirectory } from '../../servers/run-directory.js'
import { readInbox } from './read-inbox.js'

const NUMBER = '+44740012'

describe('A sandbox destination that ends in', () => {
  let dataDir: string
  let provider: Provider
  let reports: KeptReports
  beforeEach(async () => {
    dataDir = await freshDirectory('sandbox')
    reports = keepReports()
    const ports = { clock: createSystemClock(), timers: systemTimers, random: systemRandom }
    const sandbox = createSandbox({ dataDir, ...ports, deliverAfterMs: 40, lateMs: 150, slowMs: 300 })
    provider = sandbox.open(aProviderAccount(), {}, reports.sink)
  })
  afterEach(() => provider.close())

  const send = (ending: string, timeoutMs = 2_000) => provider.submit(anSms(`${NUMBER}${ending}`), timeoutMs)
  const statuses = () => reports.stored.map(({ status }) => status)

  it('nothing special is delivered, on every channel', async () => {
    const { sender, content } = anSms('')
    const text = 'Your code is 123456'
    const all = [
      anSms('+447400120000', { sender, content }),
      anSms('+919876543210', {
        sender: { channel: 'whatsapp', phoneNumberId: '1000' },
        content: {
          channel: 'whatsapp',
          text,
          headerParameters: [],
          bodyParameters: [],
          templateName: 'otp',
          language: 'en',
        },
      }),
      anEmail('joe+0001x@example.com'),
    ]
    for (const each of all) expect(await provider.submit(each, 2_000)).to.have.property('_tag', 'Accepted')
    await eventually('all arrived', async () => (await readInbox(dataDir)).length === 3)
    const [sms, whatsapp, email] = await readInbox(dataDir)
    expect(sms).to.include({ channel: 'sms', to: '+447400120000', from: 'TSHOP' })
    expect(sms).to.not.have.any.keys('subject', 'html')
    expect(whatsapp).to.include({ channel: 'whatsapp', from: '1000', text })
    expect(email).to.include({ channel: 'email', from: 'orders@shop.example', subject: 'Your order' })
    expect(email?.html).to.equal('<p>It is on its way.</p>')
    expect(sms?.at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    await eventually('all are reported', () => statuses().length === 3)
    expect(new Set(statuses())).to.deep.equal(new Set(['delivered']))
  })

  it("nothing special reaches only the account's own inbox, if it has one", async () => {
    const ports = { clock: createSystemClock(), timers: systemTimers, random: systemRandom }
    const sandbox = createSandbox({ dataDir, ...ports, deliverAfterMs: 40 })
    const account = aProviderAccount({ settings: { inbox: 'shop-2' } })
    const own = sandbox.open(account, {}, reports.sink)
    expect(await own.submit(anSms('+447400120000'), 2_000)).to.have.property('_tag', 'Accepted')
    await eventually('it is reported', () => statuses().length === 1)
    await own.close()
    expect(await readInbox(dataDir, 'sandbox-inbox-shop-2.jsonl')).to.have.length(1)
    expect(await readInbox(dataDir)).to.deep.equal([])
  })

  it("nothing special is refused by an account that doesn't serve it, and an email by none", async () => {
    const ports = { clock: createSystemClock(), timers: systemTimers, random: systemRandom }
    const sandbox = createSandbox({ dataDir, ...ports, deliverAfterMs: 40 })
    const own = sandbox.open(aProviderAccount({ settings: { serves: '+91,+4474' } }), {}, reports.sink)
    const outcomeTo = async (to: string) => (await own.submit(anSms(to), 2_000))._tag
    expect(await outcomeTo('+12025550100')).to.equal('RejectedByRoute')
    expect(await outcomeTo('+447300120000')).to.equal('RejectedByRoute')
    expect(await outcomeTo('+447400120000')).to.equal('Accepted')
    expect(await outcomeTo('+919876543210')).to.equal('Accepted')
    expect(await own.submit(anEmail('joe@example.com'), 2_000)).to.have.property('_tag', 'Accepted')
    await eventually('all are reported', () => statuses().length === 3)
    await own.close()
    expect(await readInbox(dataDir)).to.have.length(3)
  })

  it('0001 is permanently rejected', async () => {
    const expected = { _tag: 'PermanentFailure', failureCode: 'provider_rejected' }
    expect(await send('0001')).to.deep.include(expected)
    expect(await provider.submit(anEmail('joe+0001@example.com'), 2_000)).to.deep.include(expected)
    expect(await provider.submit(anEmail('joe0001@example.com'), 2_000)).to.have.property('_tag', 'Accepted')
  })

  it('0002 is taken and reported as undelivered', async () => {
    expect(await send('0002')).to.have.property('_tag', 'Accepted')
    await eventually('the report came', () => statuses().length === 1)
    expect(reports.stored[0]).to.include({ status: 'undelivered', failureCode: 'recipient_unreachable' })
    expect(await readInbox(dataDir)).to.deep.equal([])
  })

  it('0003 has an unknown outcome, and never gets a report', async () => {
    const message = anSms(`${NUMBER}0003`)
    expect(await provider.submit(message, 2_000)).to.have.property('_tag', 'OutcomeUnknown')
    expect(await provider.ask?.(questionOf(message), 2_000)).to.have.property('_tag', 'CannotTell')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(reports.stored).to.deep.equal([])
  })

  it('0004 has an unknown outcome and is reported as delivered later', async () => {
    const message = anSms(`${NUMBER}0004`)
    expect(await provider.submit(message, 2_000)).to.have.property('_tag', 'OutcomeUnknown')
    expect(await provider.submit(message, 2_000)).to.have.property('_tag', 'OutcomeUnknown')
    expect(await provider.ask?.(questionOf(message), 2_000)).to.have.property('_tag', 'CannotTell')
    await eventually('the report came', () => statuses().length === 1)
    expect(reports.stored[0]).to.include({ status: 'delivered', messageId: message.messageId })
    expect(await provider.ask?.(questionOf(message), 2_000)).to.have.property('_tag', 'Accepted')
    expect(await readInbox(dataDir)).to.have.length(1)
  })

  it('0005 is temporarily refused twice, then taken', async () => {
    const message = anSms(`${NUMBER}0005`)
    const seen = []
    for (let count = 0; count < 4; count += 1) seen.push((await provider.submit(message, 2_000))._tag)
    expect(seen).to.deep.equal(['TransientFailure', 'TransientFailure', 'Accepted', 'Accepted'])
    await eventually('the report came', () => statuses().length === 1)
    expect(await readInbox(dataDir)).to.have.length(1)
  })

  it('0006 is reported out of order and more than once, with ids in different spellings', async () => {
    const message = anSms(`${NUMBER}0006`)
    const outcome = await provider.submit(message, 2_000)
    await eventually('every report came', () => statuses().length === 4)
    expect(statuses()).to.deep.equal(['delivered', 'accepted', 'delivered', 'delivered'])
    expect(new Set(reports.stored.map(({ eventKey }) => eventKey)).size).to.equal(3)
    const taken = outcome._tag === 'Accepted' ? (outcome.providerMessageIds[0] ?? '') : ''
    for (const { providerMessageId } of reports.stored) {
      expect(providerReference(providerMessageId ?? '')).to.equal(providerReference(taken))
    }
    expect(reports.stored[1]?.providerMessageId).to.not.equal(taken)
    expect(await readInbox(dataDir)).to.have.length(1)
  })

  it('0007 gets a slow response, then is delivered', async () => {
    const startedMs = performance.now()
    expect(await send('0007')).to.have.property('_tag', 'Accepted')
    expect(performance.now() - startedMs).to.be.at.least(290)
    await eventually('the report came', () => statuses().length === 1)
  })

  it('0008 is delivered, and read a second later', async () => {
    expect(await send('0008')).to.have.property('_tag', 'Accepted')
    await eventually('both reports came', () => statuses().length === 2)
    expect(statuses()).to.deep.equal(['delivered', 'read'])
    const [delivered, read] = reports.stored
    expect((read?.providerTimeMs ?? 0) - (delivered?.providerTimeMs ?? 0)).to.equal(1_000)
  })

  it('0007 may have been taken after a timeout, and is sent once', async () => {
    const message = anSms(`${NUMBER}0007`)
    expect(await provider.submit(message, 50)).to.have.property('_tag', 'OutcomeUnknown')
    expect(await provider.ask?.(questionOf(message), 2_000)).to.have.property('_tag', 'Accepted')
    expect(await provider.submit(message, 50)).to.have.property('_tag', 'Accepted')
    await eventually('the report came', () => statuses().length === 1)
    expect(await readInbox(dataDir)).to.have.length(1)
  })
})

describe('An account of the sandbox', () => {
  it('can name its own inbox and the prefixes that it serves, and nothing else', () => {
    const wrongFields = (settings: ProviderAccount['settings'], secrets = {}) =>
      formProblems([SANDBOX_FORM], { settings, secrets }).map(({ field }) => field)
    for (const settings of [
      {},
      { inbox: 'shop-2' },
      { serves: '+44' },
      { serves: '+44,+4915', inbox: 'shop-2' },
    ])
      expect(wrongFields(settings)).to.deep.equal([])
    for (const inbox of ['', '../shop', 'Shop', 'a'.repeat(33), 7, true])
      expect(wrongFields({ inbox }), String(inbox)).to.deep.equal(['/settings/inbox'])
    for (const serves of ['', '44', '+', '+44,', '+44, +49', '+0', `+44${',+1'.repeat(50)}`, 44])
      expect(wrongFields({ serves }), String(serves)).to.deep.equal(['/settings/serves'])
    expect(wrongFields({ inbox: 'shop-2', host: 'elsewhere' })).to.deep.equal(['/settings/host'])
    expect(wrongFields({}, { password: 'secret' })).to.deep.equal(['/secrets'])
  })
})
