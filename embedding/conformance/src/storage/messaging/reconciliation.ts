import { expect } from 'chai'
import {
  countFailure,
  type FailureStage,
  MOST_FAILURES,
} from '@postrider/core/providers/domain/calls/dead-letter'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { PlatformQuery } from '@postrider/core/messaging/ports/reconciliation-storage'
import { aMessage } from '../../builders/a-message.js'
import { aReceipt } from '../../builders/a-receipt.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid, payingAccountOf } from './accepting.js'
import { claim, claimingNothing } from './claiming.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { store } from './reporting.js'
import { endMessages, workItemOf, NO_WORK } from './settling.js'
import { evidenceOf } from './traces.js'
import { exclusively, sharing } from '../unit-work.js'

/** Counts a failure of each message by the dispatchers' rule. */
const fail = (at: StorageUnderTest, messageIds: readonly MessageId[], stage: FailureStage = 'work') =>
  right(
    at.storage.deadLetters.count(messageIds, (held) =>
      [...held.values()].flatMap(
        ({ message, failures }) =>
          countFailure(
            message,
            failures,
            { messageId: message.messageId, stage, attempt: undefined },
            NOW_MS,
            0,
          ) ?? [],
      ),
    ),
  )

const accepted = async (at: StorageUnderTest, overrides: Partial<Message> = {}): Promise<Message> =>
  (await acceptPaid(at.storage, overrides)).message

/** The message as super admins read it: without its content. */
const withoutContent = (message: Message): Message => ({
  ...message,
  variables: {},
  sealedVariables: undefined,
})

/** Makes the message a dead letter. */
const bury = async (at: StorageUnderTest, { messageId }: Message): Promise<void> => {
  for (let time = 0; time < MOST_FAILURES; time += 1) await fail(at, [messageId])
}

const deadIn = (at: StorageUnderTest, messageIds: readonly MessageId[]) =>
  right(at.storage.dispatch.claim(messageIds, (_held, dead) => claimingNothing([...dead].sort())))

const failures = (at: StorageUnderTest): void => {
  it('counts failures of the message and returns when it is due again', async () => {
    const message = await accepted(at)
    const [first] = await fail(at, [message.messageId], 'unsealing')
    expect(first?.failures).to.include({ failures: 1, stage: 'unsealing', deadAtMs: undefined, version: 1 })
    const evidence = await evidenceOf(at.storage, message.messageId)
    expect(evidence?.message).to.deep.equal(message)
    expect(evidence?.dueAtMs).to.equal(first?.dueAtMs)
    const [second] = await fail(at, [message.messageId])
    expect(second?.failures).to.include({ failures: 2, stage: 'work', version: 2, firstAtMs: NOW_MS })
  })

  it('shows a claim which messages are dead letters, and lists them', async () => {
    const [alive, dead] = [await accepted(at), await accepted(at)]
    await fail(at, [alive.messageId])
    await bury(at, dead)
    expect(await deadIn(at, [alive.messageId, dead.messageId])).to.deep.equal([dead.messageId])
    const { value } = await right(at.storage.reconciliation.deadLetters(undefined, 100))
    expect(value.map(({ message }) => message)).to.deep.include(withoutContent(dead))
    expect(value.map(({ message }) => message.messageId)).not.to.include(alive.messageId)
    const listed = value.find(({ message }) => message.messageId === dead.messageId)
    expect(listed?.failures).to.include({ failures: MOST_FAILURES, deadAtMs: NOW_MS })
    const behind = await right(at.storage.reconciliation.deadLetters(dead.messageId, 100))
    expect(behind.value.map(({ message }) => message.messageId)).not.to.include(dead.messageId)
  })

  it('lists no dead letter that has ended', async () => {
    const message = await accepted(at)
    await bury(at, message)
    await right(endMessages(at.storage, [message.messageId], 'release', NOW_MS))
    const { value } = await right(at.storage.reconciliation.deadLetters(undefined, 100))
    expect(value.map(({ failures: { messageId } }) => messageId)).not.to.include(message.messageId)
  })

  it('counts each of two concurrent failures, and none of an unknown message', async () => {
    const { messageId } = await accepted(at)
    const other = { ...at, storage: await at.another() }
    await Promise.all([fail(at, [messageId]), fail(other, [messageId]), fail(at, [messageId])])
    const [fourth] = await fail(at, [messageId, aMessage().messageId])
    expect(fourth?.failures).to.include({ failures: 4, version: 4 })
    expect(await fail(at, [])).to.deep.equal([])
  })

  it('keeps them when it is closed and opened again, and lets a unit change them', async () => {
    const message = await accepted(at)
    await bury(at, message)
    await at.reopen()
    await sharing(at, async (unit) => {
      const held = await unit.processingFailures.lock(message.messageId)
      if (held === undefined) throw new Error('the failures are gone')
      expect(held).to.include({ failures: MOST_FAILURES, version: MOST_FAILURES })
      unit.processingFailures.replace({ ...held, failures: 0, deadAtMs: undefined })
    })
    expect(await deadIn(at, [message.messageId])).to.deep.equal([])
  })
}

const ANY: PlatformQuery = {
  organizationId: undefined,
  appId: undefined,
  channel: undefined,
  state: undefined,
  fromMs: undefined,
  toMs: undefined,
  unchangedSinceMs: undefined,
  before: undefined,
  limit: 100,
}

const listing = (at: StorageUnderTest): void => {
  const list = async (query: Partial<PlatformQuery>): Promise<readonly MessageId[]> =>
    (await right(at.storage.reconciliation.messages({ ...ANY, ...query }))).value.messages.map(
      ({ messageId }) => messageId,
    )

  it('shows messages of all Organizations, the newest first, page by page', async () => {
    const [one, two, three] = [await accepted(at), await accepted(at), await accepted(at)]
    const newestFirst = [three, two, one].map(({ messageId }) => messageId)
    expect((await list({})).slice(0, 3)).to.deep.equal(newestFirst)
    const first = (await right(at.storage.reconciliation.messages({ ...ANY, limit: 2 }))).value
    expect(first.messages).to.deep.equal([withoutContent(three), withoutContent(two)])
    expect(first.before).to.equal(two.messageId)
    expect((await list({ before: first.before, limit: 1 }))[0]).to.equal(one.messageId)
  })

  it('shows only the requested ones', async () => {
    const message = await accepted(at, { acceptedAtMs: NOW_MS + 5, updatedAtMs: NOW_MS + 5 })
    const { messageId, organizationId, appId, channel } = message
    const cases: ReadonlyArray<readonly [Partial<PlatformQuery>, boolean]> = [
      [{ organizationId, appId, channel, state: 'ACCEPTED' }, true],
      [{ state: 'UNCONFIRMED' }, false],
      [{ state: 'DELIVERED' }, false],
      [{ appId: fresh.id('app') }, false],
      [{ organizationId: fresh.id('org') }, false],
      [{ channel: channel === 'sms' ? 'email' : 'sms' }, false],
      [{ fromMs: NOW_MS + 5, toMs: NOW_MS + 6 }, true],
      [{ fromMs: NOW_MS + 6 }, false],
      [{ toMs: NOW_MS + 5 }, false],
      [{ unchangedSinceMs: NOW_MS + 6 }, true],
      [{ unchangedSinceMs: NOW_MS + 5 }, false],
    ]
    for (const [query, isThere] of cases)
      expect((await list(query)).includes(messageId), JSON.stringify(query)).to.equal(isThere)
  })

  it('shows odd receipts with their messages, and no recent or dismissed one', async () => {
    const message = await accepted(at)
    const orphan = aReceipt({ receivedAtMs: NOW_MS })
    const young = aReceipt({ receivedAtMs: NOW_MS + 10 })
    const contradicting = aReceipt({ messageId: message.messageId, receivedAtMs: NOW_MS })
    await store(at, [orphan, young, contradicting])
    const { receiptId } = contradicting
    await right(
      at.storage.dispatch.work([workItemOf(message.messageId)], () => ({
        ...NO_WORK,
        receipts: [{ receiptId, messageId: message.messageId, state: 'contradicted' }],
        result: undefined,
      })),
    )
    const odd = async (state: 'pending' | 'contradicted') =>
      (
        await right(
          at.storage.reconciliation.oddReceipts({
            state,
            beforeMs: NOW_MS + 10,
            after: undefined,
            limit: 100,
          }),
        )
      ).value
    expect(await odd('pending')).to.deep.include({ receipt: orphan, message: undefined })
    expect((await odd('pending')).map(({ receipt }) => receipt.receiptId)).not.to.include(young.receiptId)
    const state = 'contradicted' as const
    expect(await odd('contradicted')).to.deep.include({
      receipt: { ...contradicting, state },
      message: withoutContent(message),
    })
    await sharing(at, async (unit) => {
      expect(await unit.receipts.lock(orphan.receiptId)).to.deep.equal(orphan)
      unit.receipts.conclude(orphan.receiptId, 'dismissed')
      unit.receipts.conclude(receiptId, 'reviewed')
    })
    expect((await odd('pending')).map(({ receipt }) => receipt.receiptId)).not.to.include(orphan.receiptId)
    expect((await odd('contradicted')).map(({ receipt }) => receipt.receiptId)).not.to.include(receiptId)
  })
}

const deciding = (at: StorageUnderTest): void => {
  it('traces a message with exactly its own records', async () => {
    const [message, other] = [await accepted(at), await accepted(at)]
    const { messageId } = message
    await claim(at.storage, [messageId, other.messageId], NOW_MS)
    await fail(at, [messageId])
    const { value } = await right(at.storage.reconciliation.trace(messageId))
    expect(value?.message).to.deep.include({ messageId, variables: {}, sealedVariables: undefined })
    expect(value?.attempts.map((attempt) => attempt.messageId)).to.deep.equal([messageId])
    expect(value?.events.map((event) => event.messageId)).to.deep.equal([messageId])
    expect(value?.failures).to.include({ messageId, failures: 1 })
    expect(value?.acts).to.deep.equal([])
    expect((await right(at.storage.reconciliation.trace(aMessage().messageId))).value).to.equal(undefined)
  })

  it('reads and settles a message in a unit, which rolls everything back on a left result', async () => {
    const message = await accepted(at)
    // The content isn't needed here.
    const { messageId, variables } = message
    await sharing(at, async (unit) => {
      const known = await unit.messages.gather(workItemOf(messageId))
      expect({ ...known.messages.get(messageId)?.message, variables }).to.deep.equal(message)
      expect(known.accounts.size).to.equal(1)
      expect(known.reservations.get(messageId)?.messageId).to.equal(messageId)
      unit.messages.settle({
        ...NO_WORK,
        messages: [{ ...message, state: 'UNCONFIRMED', updatedAtMs: NOW_MS + 7 }],
        due: [{ messageId, atMs: NOW_MS + 9 }],
      })
    })
    const evidence = await evidenceOf(at.storage, messageId)
    expect(evidence?.message).to.deep.equal({ ...message, state: 'UNCONFIRMED', updatedAtMs: NOW_MS + 7 })
    expect(evidence?.dueAtMs).to.equal(NOW_MS + 9)
  })

  it('reads nothing of an unknown message', async () => {
    await sharing(at, async (unit) => {
      const known = await unit.messages.gather(workItemOf(aMessage().messageId))
      expect(known.messages.size).to.equal(0)
    })
  })

  it('lists drifting accounts with their findings, until a unit restores their amounts', async () => {
    const message = await accepted(at)
    const key = payingAccountOf(message)
    const { account } = await right(at.storage.ledger.status(key))
    if (account === undefined) throw new Error('the account is missing')
    const { version: seq, postedMinor, reservedMinor, headDigest: digest } = account
    const checkpoint = {
      ...key,
      seq,
      postedMinor,
      reservedMinor,
      digest,
      status: 'drift' as const,
      checkedAtMs: NOW_MS,
      finding: 'posted differs',
      walk: undefined,
      walkedAtMs: NOW_MS,
    }
    await right(at.storage.ledger.saveCheckpoint(checkpoint, undefined))
    const drifting = async () => (await right(at.storage.reconciliation.drifting(undefined, 100))).value
    expect(await drifting()).to.deep.include({ account, checkpoint })
    expect((await right(at.storage.reconciliation.drifting(key, 100))).value).not.to.deep.include({
      account,
      checkpoint,
    })
    const sound = { ...checkpoint, status: 'reconciled' as const, finding: undefined }
    await exclusively(at, async (unit) => {
      const held = await unit.figures.lock(key)
      expect(held).to.deep.equal({ account, checkpoint })
      unit.figures.restore({ ...account, postedMinor: postedMinor + 1 }, sound)
    })
    expect(await drifting()).to.deep.equal([])
    const status = await right(at.storage.ledger.status(key))
    expect(status).to.deep.equal({
      account: { ...account, postedMinor: postedMinor + 1 },
      checkpoint: sound,
    })
  })
}

/** Tests the cases that super admins investigate, and their decisions. */
export const reconciliationSuite = (open: OpenStorage): void => {
  describe('reconciliation', () => {
    const at = useStorage(open)
    failures(at)
    listing(at)
    deciding(at)
  })
}
