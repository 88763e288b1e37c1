import { QUOTAS } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { ReceiptReport } from '@postrider/core/providers/domain/receipts/receipt'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { DAY_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ProviderOpener, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { callCapacity } from '@postrider/core/providers/use-cases/calls/call-capacity'
import { openProviders } from '@postrider/core/providers/use-cases/calls/open-providers'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { purgeProviderTests } from '@postrider/core/providers/use-cases/provider-tests/purge-provider-tests'
import { sealSecrets } from '@postrider/core/providers/use-cases/account-secrets'
import { runProviderTests } from '@postrider/core/providers/use-cases/provider-tests/run-provider-tests'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { aTenant, recordsOf } from '@postrider/conformance/builders/a-tenant'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { NO_SETTINGS } from '../../../builders/no-settings.js'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, NOT_FOUND, strangeIds } from '../../runner/use-cases/strange.js'

const TO = '+4915123456789'
const reason = 'The account is new.'
const TAKEN: SubmitOutcome = { _tag: 'Accepted', providerMessageIds: ['00A7'] }

describe('A test of a provider account', () => {
  const office = useOffice()
  let olga: Operator
  let account: ProviderAccount
  let submissions: ProviderSubmission[]
  let answer: () => Promise<SubmitOutcome>
  let reportsNothing: boolean

  const opener: ProviderOpener = {
    kind: 'sandbox',
    forms: NO_SETTINGS,
    decidesRoute: () => false,
    check: () => undefined,
    open: () => ({
      deduplicates: false,
      ...(reportsNothing && { reportsNothing }),
      submit: async (submission) => {
        submissions.push(submission)
        submission.onWire?.({ direction: 'out', text: `to ${submission.to}, 4915123456789` })
        const outcome = await answer()
        submission.onWire?.({ direction: 'in', text: outcome._tag })
        return outcome
      },
      close: async () => undefined,
    }),
  }

  const save = async (overrides: Partial<ProviderAccount> = {}): Promise<ProviderAccount> => {
    const providerAccountId = fresh.id('pac')
    const none = { secrets: {}, callbackTokens: undefined }
    const sealedSecrets = sealSecrets(office.at, providerAccountId, none, undefined)
    const saved = aProviderAccount({ providerAccountId, channels: ['sms'], sealedSecrets, ...overrides })
    await right(office.at.storage.catalog.save({ ...recordsOf(aTenant()), providerAccounts: [saved] }))
    return saved
  }

  beforeEach(async () => {
    olga = await office.at.operator(['admin.providers'])
    reportsNothing = false
    account = await save()
    submissions = []
    answer = async () => TAKEN
  })

  const bodyOf = (more: object = {}) => ({
    providerAccountId: account.providerAccountId,
    channel: 'sms',
    to: TO,
    sender: { header: 'TSHOP' },
    reason,
    ...more,
  })
  const request = async (more: object = {}) =>
    (await office.at.doneAbove(olga, 'testProviderAccount', bodyOf(more))).test
  const refused = (more: object) => office.at.refusedAbove(olga, 'testProviderAccount', bodyOf(more))
  const read = async (testId: string) => (await office.at.doneAbove(olga, 'getProviderTest', { testId })).test

  /** A dispatcher's own parts, separate for each of several. */
  const aProcess = () => {
    const ports = { ...office.at, providers: [opener] }
    const incoming = recordReceipts(ports, recordReports(ports))
    const providers = openProviders(ports, async () => undefined)
    const tests = runProviderTests(ports, providers, callCapacity(ports, providers))
    const run = async () => {
      const begun = await right(tests.run())
      await tests.idle()
      return begun
    }
    const report = async (of: Partial<ReceiptReport>) => {
      const receipt: ReceiptReport = {
        providerAccountId: account.providerAccountId,
        messageId: undefined,
        providerMessageId: undefined,
        recipient: undefined,
        status: 'delivered',
        failureCode: undefined,
        providerTimeMs: undefined,
        eventKey: fresh.hex(16),
        raw: `stat:DELIVRD to ${TO}`,
        ...of,
      }
      await right(incoming.record({ reports: [receipt] }))
      await incoming.idle()
    }
    return { tests, run, report, applyWaiting: () => right(incoming.applyWaiting()) }
  }

  it('is sent once, by one of several processes, outside any tenant, and shows the wire without the recipient', async () => {
    const { testId, state, to } = await request()
    expect({ state, to }).to.deep.equal({ state: 'requested', to: '+49*******6789' })
    const [one, other] = [aProcess(), aProcess()]
    const begun = await Promise.all([one.run(), other.run(), one.run()])
    expect(begun.reduce((sum, each) => sum + each, 0)).to.equal(1)
    expect(submissions).to.have.length(1)
    expect(submissions[0]).to.deep.include({
      to: TO,
      sender: { channel: 'sms', header: 'TSHOP' },
      attempt: 1,
      otp: undefined,
      content: {
        channel: 'sms',
        text: 'This is a test message. No answer is needed.',
        encoding: 'gsm7',
        segments: 1,
      },
    })
    const test = await read(testId)
    expect(test).to.include({ state: 'accepted', detail: null, isReported: true })
    expect(test.transcript.map(({ direction, text }) => `${direction} ${text}`)).to.deep.equal([
      'out to +49*******6789, 49*******6789',
      'in Accepted',
    ])
    expect(JSON.stringify(test)).not.to.include('5123')
    expect(await right(office.at.storage.outbox.count())).to.equal(0)
    const [act] = (await right(office.at.storage.audit.chain(undefined, 0, 1_000))).slice(-1)
    expect(act).to.include({ action: 'testProviderAccount', target: account.providerAccountId, reason })
    expect(JSON.stringify(act)).not.to.include('5123')
  })

  it('is delivered by the receipt that names it, in any process, and by no other', async () => {
    const { testId } = await request()
    await aProcess().run()
    const web = aProcess()
    await web.report({ providerMessageId: '0a7', recipient: '+4915199999999' })
    await web.report({ providerMessageId: '0a7', providerAccountId: fresh.id('pac') })
    await web.report({ providerMessageId: '0a8' })
    expect((await read(testId)).state).to.equal('accepted')
    await web.report({ providerMessageId: '0a7', status: 'accepted' })
    expect((await read(testId)).state).to.equal('accepted')
    await web.report({
      messageId: submissions[0]?.messageId,
      status: 'undelivered',
      failureCode: 'dlt_scrubbed',
    })
    await web.report({ providerMessageId: 'A7' })
    const { state, transcript } = await read(testId)
    expect(state).to.equal('undelivered')
    expect(transcript.slice(2).map(({ text }) => text)).to.deep.equal([
      'report: accepted; stat:DELIVRD to +49*******6789',
      'report: undelivered (dlt_scrubbed); stat:DELIVRD to +49*******6789',
      'report: delivered; stat:DELIVRD to +49*******6789',
    ])
    await office.at.time.advance(5 * SECOND_MS)
    expect(await web.applyWaiting()).to.equal(0)
    const nowMs = office.at.clock.nowMs()
    const left = await right(office.at.storage.receipts.pending(nowMs, undefined, 9))
    expect(left, 'orphans').to.have.length(3)
  })

  it('finds the receipt from before the response', async () => {
    const { testId } = await request()
    const one = aProcess()
    answer = async () => {
      await one.report({ providerMessageId: 'a7' })
      expect((await read(testId)).state).to.equal('sending')
      return TAKEN
    }
    await one.run()
    expect((await read(testId)).state).to.equal('accepted')
    await office.at.time.advance(5 * SECOND_MS)
    expect(await aProcess().applyWaiting()).to.equal(1)
    expect((await read(testId)).state).to.equal('delivered')
  })

  it('keeps a report with our reference from before the response', async () => {
    const { testId } = await request()
    const one = aProcess()
    answer = async () => {
      await one.report({ messageId: submissions[0]?.messageId })
      return { _tag: 'OutcomeUnknown', detail: 'lost' }
    }
    await one.run()
    expect(await read(testId)).to.include({ state: 'delivered', detail: 'lost' })
  })

  it('ends if no dispatcher takes it in time, and is unknown and never sent again if one died with it', async () => {
    const late = await request()
    await office.at.time.advance(8 * SECOND_MS)
    expect(await aProcess().run()).to.equal(0)
    expect((await read(late.testId)).state).to.equal('requested')
    await office.at.time.advance(2 * SECOND_MS)
    expect((await read(late.testId)).state).to.equal('expired')

    const { testId } = await request()
    answer = () => new Promise(() => undefined)
    const killed = aProcess()
    expect(await right(killed.tests.run())).to.equal(1)
    const next = aProcess()
    expect(await next.run()).to.equal(0)
    expect((await read(testId)).state).to.equal('sending')
    await office.at.write(async (unit) => {
      const [test] = await unit.providerTests.since(account.providerAccountId, office.at.clock.nowMs() - 1)
      if (test !== undefined) unit.providerTests.replace({ ...test, leaseUntilMs: office.at.clock.nowMs() })
    })
    expect((await read(testId)).state).to.equal('unknown')
    expect(await next.run()).to.equal(0)
    expect(submissions).to.have.length(1)
  })

  it("shows why it wasn't sent, and whether a report can come", async () => {
    reportsNothing = true
    answer = async () => ({ _tag: 'RejectedByRoute', detail: 'not this sender' })
    const one = aProcess()
    const first = await request()
    await one.run()
    expect(await read(first.testId)).to.include({
      state: 'refused',
      detail: 'not this sender',
      isReported: false,
    })
    const second = await request()
    account = { ...account, status: 'disabled', version: account.version + 1 }
    await office.at.write((unit) => unit.providerAccounts.replace(account))
    await one.run()
    expect(await read(second.testId)).to.include({ state: 'refused', detail: 'the account was paused' })
  })

  it("uses the vendor's registered text, if the channel needs one", async () => {
    account = await save({ channels: ['whatsapp'] })
    const whatsapp = { name: 'hello_world', language: 'en_US', namespace: 'c8ae5f90_307a_ca4c' }
    const more = { channel: 'whatsapp', sender: { phoneNumberId: '106540352242922' } }
    await request({ ...more, registration: { whatsapp } })
    await aProcess().run()
    expect(submissions[0]).to.deep.include({ registration: { channel: 'whatsapp', ...whatsapp } })
    expect(submissions[0]?.content).to.deep.include({
      templateName: 'hello_world',
      language: 'en_US',
      headerParameters: [],
      bodyParameters: [],
    })
    account = await save({ channels: ['whatsapp'], kind: 'whatsapp' })
    expect(brokenFields(await refused(more))).to.deep.equal(['/registration required'])
  })

  it('is allowed ten times per day and account', async () => {
    for (let count = 0; count < QUOTAS.providerTests.most; count += 1) {
      await request()
      await office.at.time.advance(SECOND_MS)
    }
    expect(await refused({})).to.deep.equal({
      _tag: 'TooManyRequests',
      fields: [],
      retryAfterMs: DAY_MS - QUOTAS.providerTests.most * SECOND_MS,
    })
    const other = await save()
    await request({ providerAccountId: other.providerAccountId })
    olga = await office.at.operator(['admin.providers'])
    await office.at.time.advance(DAY_MS - QUOTAS.providerTests.most * SECOND_MS)
    olga = await office.at.operator(['admin.providers'])
    await request()
  })

  it('is kept for thirty days', async () => {
    const first = await request()
    await office.at.time.advance(SECOND_MS)
    const { testId } = await request()
    const purge = () => right(purgeProviderTests(office.at)(1_000))
    await office.at.time.advance(30 * DAY_MS - SECOND_MS)
    await purge()
    olga = await office.at.operator(['admin.providers'])
    expect((await read(first.testId)).testId).to.equal(first.testId)
    await office.at.time.advance(1)
    expect(await purge()).to.be.greaterThan(0)
    expect((await read(testId)).testId).to.equal(testId)
    expect(await office.at.refusedAbove(olga, 'getProviderTest', { testId: first.testId })).to.deep.equal(
      NOT_FOUND,
    )
  })

  it('is refused for each problem, at its field', async () => {
    for (const providerAccountId of strangeIds(office.at, 'pac'))
      expect(await refused({ providerAccountId })).to.deep.equal(NOT_FOUND)
    expect(await office.at.refusedAbove(olga, 'getProviderTest', { testId: fresh.id('pts') })).to.deep.equal(
      NOT_FOUND,
    )
    const broken = async (more: object) => brokenFields(await refused(more))
    expect(
      await broken({ channel: 'email', to: 'a@b.example', sender: { from: 'c@d.example' } }),
    ).to.deep.equal(['/channel not_allowed'])
    expect(await broken({ to: '12' })).to.deep.equal(['/to format'])
    expect(await broken({ sender: { header: 'TWELVELETTER' } })).to.deep.equal(['/sender/header format'])
    expect(await broken({ sender: { from: 'a@b.example' } })).to.deep.equal([
      '/sender/header required',
      '/sender/from not_allowed',
    ])
    expect(
      await broken({ registration: { whatsapp: { name: 'a', language: 'en', namespace: 'b' } } }),
    ).to.deep.equal(['/registration/whatsapp not_allowed'])
    await office.at.write((unit) =>
      unit.blockedDestinations.add({ prefix: '+49151', createdAtMs: office.at.clock.nowMs() }),
    )
    expect(await refused({})).to.include({ _tag: 'DestinationNotAllowed' })
    const stopped = await save({ status: 'disabled' })
    expect(await broken({ providerAccountId: stopped.providerAccountId })).to.deep.equal([
      '/providerAccountId not_allowed',
    ])
    const real = await save({ kind: 'smpp' })
    expect(await broken({ providerAccountId: real.providerAccountId, to: '+919876543210' })).to.deep.equal([
      '/registration required',
    ])
  })
})
