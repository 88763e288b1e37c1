import { expect } from 'chai'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import { REPORTED_BLOCKS, type ReportedBlock } from '@postrider/core/providers/domain/calls/reported-block'
import { OPT_OUT_POLICY } from '@postrider/core/consent/domain/opt-out-policy'
import { confirmationOf, recipientDigest } from '@postrider/core/consent/domain/suppression'
import { aConsent } from '@postrider/conformance/builders/a-consent'
import { aSuppression } from '@postrider/conformance/builders/a-suppression'
import { sha256 } from '@postrider/conformance/builders/sha256'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { ReceiptReport } from '@postrider/core/providers/domain/receipts/receipt'
import { followedProvider } from '@postrider/core/providers/use-cases/calls/followed-provider'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { anSms } from '@postrider/conformance/provider'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { scriptedProvider } from '../../../fakes/scripted-provider.js'
import { aCaller } from './a-caller.js'
import { aSlowDispatcher } from './a-slow-dispatcher.js'

const refusing = (suppresses?: ReportedBlock): SubmitOutcome => ({
  _tag: 'PermanentFailure',
  failureCode: 'recipient_blocked',
  detail: 'the gateway answered 400, 21610',
  ...(suppresses && { suppresses }),
})

describe('A provider that refuses a recipient', () => {
  for (const block of Object.keys(REPORTED_BLOCKS) as ReportedBlock[])
    it(`suppresses them: ${block}`, async () => {
      const one = aDispatcher()
      const message = one.accept()
      one.provider.answer(refusing(block))
      await one.dispatch(message)
      await one.time.until(one.incoming.idle())
      const { source, scope } = OPT_OUT_POLICY[block]
      expect([...one.tables.suppressions.values()]).to.have.length(1)
      expect([...one.tables.suppressions.values()][0]).to.include({
        organizationId: message.organizationId,
        recipient: recipientDigest(message.to, sha256),
        source,
        scope,
        reason: `${REPORTED_BLOCKS[block]} (${message.messageId})`,
      })
      expect(one.now(message)).to.include({ state: 'FAILED', failureCode: 'recipient_blocked' })
      const isConsent = source === 'opt_out' || source === 'complaint'
      const events = one.tables.feed.changes.flatMap((change) => change.events ?? [])
      expect(events.map(({ type }) => type)).to.deep.equal(isConsent ? ['consent.opted_out'] : [])
    })

  it("suppresses nobody if the refusal isn't about the recipient's wish, or is of an unknown kind", async () => {
    const one = aDispatcher()
    one.provider.answer(refusing(), { ...refusing(), suppresses: 'whatever' } as never)
    await one.dispatch(one.accept())
    await one.dispatch(one.accept())
    expect(one.tables.suppressions.size).to.equal(0)
  })

  it("doesn't make the call wait until the suppression is stored", async () => {
    const scripted = scriptedProvider()
    const account = aProviderAccount()
    const stuck = (): Promise<void> => new Promise(() => undefined)
    scripted.answer(refusing('opt_out'))
    const own = scripted.opener.open(account, {}, stuck)
    const { provider } = followedProvider(own, account, stuck, { nowMs: () => NOW_MS })
    expect(await provider.submit(anSms('+919876543210'), 1_000)).to.include({
      failureCode: 'recipient_blocked',
    })
  })

  it('widens a suppression of the same source', async () => {
    const one = aDispatcher()
    one.provider.answer(refusing('marketing_opt_out'), refusing('opt_out'), refusing('marketing_opt_out'))
    for (let time = 0; time < 3; time += 1) await one.dispatch(one.accept())
    const all = [...one.tables.suppressions.values()]
    expect(all.map(({ source, scope }) => [source, scope])).to.deep.equal([['opt_out', 'all']])
  })
})

describe('A delivery report that the recipient is blocked', () => {
  const suppressedBy = async (about: (message: Message) => Partial<ReceiptReport>) => {
    const one = aDispatcher()
    const message = one.accept()
    await one.dispatch(message)
    const report: ReceiptReport = {
      providerAccountId: one.tenant.providerAccount.providerAccountId,
      messageId: message.messageId,
      providerMessageId: undefined,
      recipient: undefined,
      status: 'undelivered',
      failureCode: 'recipient_blocked',
      suppresses: 'blocked',
      providerTimeMs: undefined,
      eventKey: '1',
      raw: '',
      ...about(message),
    }
    await one.time.until(one.incoming.record({ reports: [report] })())
    const own = recipientDigest(message.to, sha256)
    return [...one.tables.suppressions.values()].map(({ recipient }) => recipient === own)
  }

  it('suppresses the recipient of the message', async () => {
    expect(await suppressedBy(({ to }) => ({ addresses: [to.slice(1), 'ASHAST'] }))).to.deep.equal([true])
    expect(await suppressedBy(({ to }) => ({ recipient: to }))).to.deep.equal([true])
  })

  it('suppresses nobody if it names another number', async () => {
    expect(await suppressedBy(() => ({ addresses: ['919876500000', 'ASHAST'] }))).to.deep.equal([])
    expect(await suppressedBy(() => ({ recipient: '+919876500000' }))).to.deep.equal([])
  })
})

describe('An opt-out just after a message was accepted', () => {
  /** The number of calls for a new message whose recipient opts out first, as the last of `count` people. */
  const callsAfter = async (count: number, optOut: Parameters<typeof aConsent>[0] = {}) => {
    const one = aDispatcher()
    const accepted = one.accept()
    const { organizationId } = accepted
    const recipient = recipientDigest(accepted.to, sha256)
    const suppression = aSuppression({ organizationId, recipient })
    one.tables.suppressions.set(suppression.suppressionId, suppression)
    const parts = { organizationId, kind: 'opt_out', recordedAtMs: NOW_MS } as const
    const others = Array.from({ length: count - 1 }, () => aConsent(parts))
    for (const entry of [...others, aConsent({ ...parts, recipient, ...optOut })])
      one.tables.consents.set(entry.consentId, entry)
    await one.dispatch(accepted)
    return one.provider.submissions.length
  }

  it('stops the message', async () => {
    expect(await callsAfter(1)).to.equal(0)
  })

  it('stops it among very many', async () => {
    for (const count of [99, 100, 101, 200]) expect(await callsAfter(count)).to.equal(0)
  })

  it('is the only one that is looked up: acceptance saw the others', async () => {
    expect(await callsAfter(1, { recordedAtMs: NOW_MS - 60_001 })).to.equal(1)
    expect(await callsAfter(1, { recordedAtMs: NOW_MS - 60_000 })).to.equal(0)
  })
})

describe('An opt-out while a message waits', () => {
  const waited = async (message: Partial<Message>, suppressed: Parameters<typeof aSuppression>[0] = {}) => {
    const one = aDispatcher()
    const accepted = one.accept(message)
    await one.time.advance(60_000)
    const { organizationId } = accepted
    const suppression = aSuppression({
      organizationId,
      recipient: recipientDigest(accepted.to, sha256),
      ...suppressed,
    })
    one.tables.suppressions.set(suppression.suppressionId, suppression)
    await one.dispatch(accepted)
    return { calls: one.provider.submissions.length, ...one.now(accepted) }
  }

  it('stops the message, without a call and without a charge', async () => {
    expect(await waited({}, { scope: 'all' })).to.include({
      calls: 0,
      state: 'FAILED',
      failureCode: 'recipient_blocked',
      billing: 'released',
    })
    expect(await waited({ lane: 'promotional' }, { scope: 'promotional' })).to.include({ calls: 0 })
  })

  it("doesn't stop other messages, or those of other recipients", async () => {
    expect(await waited({ lane: 'transactional' }, { scope: 'promotional' })).to.include({ calls: 1 })
    expect(await waited({}, { recipient: recipientDigest('+919876500000', sha256) })).to.include({ calls: 1 })
  })

  it("doesn't stop its own confirmation, and no other one", async () => {
    const optOut = { suppressionId: fresh.id('sup'), source: 'opt_out', scope: 'all' } as const
    const messageId = confirmationOf(optOut.suppressionId)
    expect(await waited({ messageId, lane: 'transactional' }, optOut)).to.include({ calls: 1 })
    expect(await waited({ messageId, lane: 'promotional' }, optOut)).to.include({ calls: 0 })
    expect(await waited({ messageId, lane: 'transactional' }, { scope: 'all' })).to.include({ calls: 0 })
    const other = { ...optOut, suppressionId: fresh.id('sup') }
    expect(await waited({ messageId, lane: 'transactional' }, other)).to.include({ calls: 0 })
  })

  for (const [what, message, more, detail] of [
    ['validity', { expiresAtMs: NOW_MS + 2_000 }, {}, 'the message expired while it waited'],
    ['lease', {}, { leaseUntilMs: NOW_MS + 17_000 }, 'no connection was free in time'],
  ] as const)
    it(`is looked up before the last check of the message's ${what}`, async () => {
      const one = aSlowDispatcher(1, 10)
      const { dispatch } = one.ports.storage
      const suppressed: typeof dispatch.suppressed = (keys) => async () => {
        await new Promise<void>((resolve) => one.time.timers.after(2_000, resolve))
        return dispatch.suppressed(keys)()
      }
      const storage = { ...one.ports.storage, dispatch: { ...dispatch, suppressed } }
      const { aCall, call } = aCaller(one, { storage })
      const late = call(aCall({ acceptedAtMs: NOW_MS - 60_000, ...message }, more))
      await one.time.advance(3_000)
      expect(await late).to.deep.equal({ _tag: 'Deferred', detail, isRepeat: false, isDueNow: false })
      expect(one.provider.submissions).to.deep.equal([])
    })
})
