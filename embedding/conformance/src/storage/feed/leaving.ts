import type { ChangeKind } from '@postrider/core/feed/domain/change'
import { newAccount } from '@postrider/core/ledger/domain/post'
import type { Checkpoint } from '@postrider/core/ledger/ports/ledger-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { expect } from 'chai'
import { aBudget } from '../../builders/a-budget.js'
import { aReceipt } from '../../builders/a-receipt.js'
import { aStoredInbound, aStoredPart } from '../../builders/an-inbound-message.js'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid, credit, payingAccountOf } from '../messaging/accepting.js'
import { save } from '../ledger/budgeting.js'
import { type ChangeRule, STORAGE_CHANGE_RULES, UNIT_CHANGE_RULES } from './change-rules.js'
import { begin, claim, lease } from '../messaging/claiming.js'
import { changesLeftBy } from './following.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { store } from '../messaging/reporting.js'
import { endMessages, NO_WORK, planEnding, workItemOf } from '../messaging/settling.js'
import { exclusively, record, sharing } from '../unit-work.js'

/** Prepares the call to test, and returns it. */
type Trial = (at: StorageUnderTest) => Promise<() => Promise<unknown>>

const paid = async ({ storage }: StorageUnderTest) => (await acceptPaid(storage)).message

const aFailure = async (at: StorageUnderTest) => ({
  messageId: (await paid(at)).messageId,
  failures: 1,
  stage: 'work' as const,
  firstAtMs: NOW_MS,
  lastAtMs: NOW_MS,
  deadAtMs: undefined,
  version: 1,
})

const checked = async (at: StorageUnderTest) => {
  const account = await credit(at.storage, payingAccountOf(await paid(at)), 100)
  const {
    organizationId,
    environment,
    currency,
    version: seq,
    postedMinor,
    reservedMinor,
    headDigest: digest,
  } = account
  const figures = { seq, postedMinor, reservedMinor, digest }
  const checkpoint: Checkpoint = {
    organizationId,
    environment,
    currency,
    ...figures,
    status: 'reconciled',
    checkedAtMs: NOW_MS,
    finding: undefined,
    walk: undefined,
    walkedAtMs: undefined,
  }
  return { account, checkpoint }
}

const aBlock = () => ({
  appId: fresh.id('app'),
  prefix: '+4474',
  blockedAtMs: NOW_MS,
  untilMs: NOW_MS + 1,
  sends: 10,
  verified: 0,
  liftedAtMs: undefined,
})

const alone = (at: StorageUnderTest, work: (unit: UnitOfWork) => unknown) => () =>
  exclusively(at, async (unit) => {
    await work(unit)
  })

/** A trial for each method that adds changes. */
const TRIALS: Readonly<Record<string, Trial>> = {
  'acceptance.accept': async (at) => () => paid(at),
  'deadLetters.count': async (at) => {
    const failures = await aFailure(at)
    const { trace } = await paid(at)
    return () =>
      right(at.storage.deadLetters.count([failures.messageId], () => [{ failures, dueAtMs: NOW_MS, trace }]))
  },
  'dispatch.claim': async (at) => {
    const { messageId } = await paid(at)
    return () => claim(at.storage, [messageId], NOW_MS)
  },
  'dispatch.begin': async (at) => {
    const { messageId } = await paid(at)
    await lease(at.storage, [messageId], 7, NOW_MS)
    return () => begin(at.storage, [messageId], 7, 0, NOW_MS)
  },
  'dispatch.work': async (at) => {
    const { messageId } = await paid(at)
    const receipt = aReceipt({ messageId })
    await store(at, [receipt])
    const concluded = { receiptId: receipt.receiptId, messageId, state: 'applied' as const }
    return () =>
      right(
        at.storage.dispatch.work([workItemOf(messageId)], (known) => ({
          ...planEnding([messageId], 'settlement', NOW_MS)(known),
          receipts: [concluded],
        })),
      )
  },
  'ledger.saveCheckpoint': async (at) => {
    const { checkpoint } = await checked(at)
    return () => right(at.storage.ledger.saveCheckpoint(checkpoint, undefined))
  },
  'receipts.store': async (at) => () =>
    right(
      at.storage.receipts.store({
        receipts: [aReceipt()],
        inbound: [aStoredInbound()],
        parts: [],
        templates: [],
        unreadable: [],
      }),
    ),
  'receipts.joinParts': async (at) => {
    const part = aStoredPart()
    await right(
      at.storage.receipts.store({ receipts: [], inbound: [], parts: [part], templates: [], unreadable: [] }),
    )
    const plan = { messages: [aStoredInbound({ inboundId: part.partId })], joined: [part.partId] }
    return () => right(at.storage.receipts.joinParts([part.textKey], () => plan))
  },
  'audit.append': async (at) => () => sharing(at, (unit) => record(unit, anAuditEvent())),
  'budgets.save': async (at) => {
    const { organizationId } = await paid(at)
    return () => save(at, aBudget({ organizationId }))
  },
  'budgets.remove': async (at) => {
    const { organizationId } = await paid(at)
    const budget = aBudget({ organizationId })
    await save(at, budget)
    return () => alone(at, async (unit) => unit.budgets.remove(budget))()
  },
  'figures.restore': async (at) => {
    const { account, checkpoint } = await checked(at)
    return alone(at, async (unit) => {
      await unit.figures.lock(account)
      unit.figures.restore(account, checkpoint)
    })
  },
  'ledger.post': async (at) => () =>
    credit(
      at.storage,
      newAccount({ organizationId: fresh.id('org'), environment: 'test', currency: 'INR' }),
      100,
    ),
  'messages.settle': async (at) => {
    const { messageId } = await paid(at)
    return alone(at, async (unit) => {
      const known = await unit.messages.gather(workItemOf(messageId))
      unit.messages.settle(planEnding([messageId], 'settlement', NOW_MS)(known))
    })
  },
  'messages.makeDue': async (at) => {
    const { messageId } = await paid(at)
    return alone(at, (unit) => unit.messages.makeDue(messageId, NOW_MS))
  },
  'prefixBlocks.add': async (at) => alone(at, (unit) => unit.prefixBlocks.add(aBlock())),
  'prefixBlocks.replace': async (at) => {
    const block = aBlock()
    await sharing(at, (unit) => unit.prefixBlocks.add(block))
    return alone(at, (unit) => unit.prefixBlocks.replace({ ...block, liftedAtMs: NOW_MS }))
  },
  'processingFailures.add': async (at) => {
    const failures = await aFailure(at)
    return alone(at, (unit) => unit.processingFailures.add(failures))
  },
  'processingFailures.replace': async (at) => {
    const failures = await aFailure(at)
    await sharing(at, (unit) => unit.processingFailures.add(failures))
    return alone(at, (unit) => unit.processingFailures.replace({ ...failures, failures: 2 }))
  },
  'inbound.add': async (at) => alone(at, (unit) => unit.inbound.add(aStoredInbound())),
  'inbound.replace': async (at) => {
    const message = aStoredInbound()
    await right(
      at.storage.receipts.store({
        receipts: [],
        inbound: [message],
        parts: [],
        templates: [],
        unreadable: [],
      }),
    )
    return alone(at, (unit) => unit.inbound.replace({ ...message, state: 'unassigned' }))
  },
  'receipts.conclude': async (at) => {
    const receipt = aReceipt()
    await store(at, [receipt])
    return alone(at, (unit) => unit.receipts.conclude(receipt.receiptId, 'dismissed'))
  },
  'restoration.release': async (at) => {
    const { messageId } = await paid(at)
    return alone(at, (unit) => unit.restoration.release([messageId], NOW_MS))
  },
}

type PartRules = ChangeRule | Readonly<Record<string, ChangeRule>>

const isRule = (rules: PartRules): rules is ChangeRule =>
  rules === 'reads' || 'leaves' in rules || 'leavesNone' in rules

/** The methods that add changes, as `part.method`, with the kinds. */
const leavingIn = (
  rules: Readonly<Record<string, PartRules>>,
): ReadonlyArray<readonly [string, readonly ChangeKind[]]> =>
  Object.entries(rules).flatMap(([part, own]) =>
    isRule(own)
      ? []
      : Object.entries(own).flatMap(([method, rule]) =>
          typeof rule === 'object' && 'leaves' in rule ? [[`${part}.${method}`, rule.leaves] as const] : [],
        ),
  )

const LEAVING = [...leavingIn(STORAGE_CHANGE_RULES), ...leavingIn(UNIT_CHANGE_RULES)]

const left = async (at: StorageUnderTest, attempt: () => Promise<unknown>): Promise<readonly ChangeKind[]> =>
  (await changesLeftBy(at.storage, attempt)).flatMap(({ groups }) => groups.map(({ kind }) => kind))

/** Tests that every write of every storage port adds its change, or is listed as needing none. */
export const leavingSuite = (open: OpenStorage): void => {
  describe('the changes that writes leave in the feed', () => {
    const at = useStorage(open)

    it('are tested for each rule of the list', () => {
      expect(Object.keys(TRIALS)).to.have.members(LEAVING.map(([name]) => name))
    })

    for (const [name, kinds] of LEAVING)
      it(`exist: ${name}, ${kinds.join(' and ')}`, async () => {
        const attempt = await TRIALS[name]?.(at)
        expect(await left(at, attempt ?? (() => Promise.resolve()))).to.include.members([...kinds])
      })

    it("don't exist if a unit is refused or throws, or if work changes nothing", async () => {
      const { messageId } = await paid(at)
      const refused = alone(at, (unit) => {
        unit.messages.makeDue(messageId, NOW_MS)
        throw new Error('not so')
      })
      expect(await left(at, () => refused().catch(() => undefined))).to.deep.equal([])
      const work = () =>
        right(at.storage.dispatch.work([workItemOf(messageId)], () => ({ ...NO_WORK, result: undefined })))
      expect(await left(at, work)).to.deep.equal([])
      await right(endMessages(at.storage, [messageId], 'release', NOW_MS))
      const again = () => right(endMessages(at.storage, [messageId], 'release', NOW_MS))
      expect(await left(at, again)).to.deep.equal([])
    })

    it('are one change per transaction, with the messages that audit events are about', async () => {
      const { messageId } = await paid(at)
      const changes = await changesLeftBy(at.storage, () =>
        sharing(at, async (unit) => {
          unit.messages.makeDue(messageId, NOW_MS)
          await record(unit, anAuditEvent({ target: messageId }))
        }),
      )
      expect(changes.map(({ messageIds }) => messageIds)).to.deep.equal([[messageId]])
      expect(changes[0]?.groups.map(({ kind }) => kind)).to.have.members(['message', 'act'])
    })

    it('are a new epoch when the database is held, and when it is released', async () => {
      const epoch = async () => (await right(at.storage.feed.head())).epoch
      const first = await epoch()
      await right(at.storage.installation.hold('operator', NOW_MS))
      const held = await epoch()
      await exclusively(at, async (unit) => {
        const { fingerprint, restoreHold } = await unit.restoration.lock()
        if (restoreHold !== undefined)
          unit.restoration.end({ ...fingerprint, counter: fingerprint.counter + 1000 }, restoreHold)
      })
      expect(new Set([first, held, await epoch()]).size).to.equal(3)
    })
  })
}
