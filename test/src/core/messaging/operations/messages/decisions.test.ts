import { expect } from 'chai'
import { MOST_FAILURES } from '@postrider/core/providers/domain/calls/dead-letter'
import type { DecidedOutcome } from '@postrider/core/messaging/domain/dispatch/report'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { OperationName } from '@postrider/core/assembly/registry'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { fresh } from '@postrider/conformance/builders/fresh'
import { useOffice } from '../../../assembly/an-office.js'
import {
  aReconciliationScene,
  SEALED,
  type ReconciliationScene,
} from '../../../runner/use-cases/a-reconciliation-scene.js'

const REASON = { reason: 'Somebody has to say.' }
const UNKNOWN = { _tag: 'OutcomeUnknown', detail: 'no answer', isOfMessage: true } as const
const EVIDENCE = { evidence: "It stands in the provider's log." }

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Super admins' decisions about unknown outcomes on ${engine}`, () => {
    const office = useOffice(open)
    let scene: ReconciliationScene
    let operator: Operator
    beforeEach(async () => {
      scene = await aReconciliationScene(office.at)
      operator = await office.at.operator()
    })

    const done = <K extends OperationName>(operation: K, body: object) =>
      office.at.doneAbove(operator, operation, body)
    /** Returns the result of a call that may be refused. */
    const resultOf = async (operation: OperationName, body: object, by = operator): Promise<string> => {
      const answer = await office.at.askAbove(by, operation, body)
      return E.isRight(answer) ? 'Done' : answer.left._tag
    }

    /** A message with an unknown outcome. */
    const anUnknown = async (overrides: Partial<Message> = {}): Promise<Message> => {
      const message = await scene.accept(overrides)
      scene.provider.answer(UNKNOWN)
      await scene.dispatch(message)
      expect((await scene.statusOf(message))[0]).to.equal('UNCONFIRMED')
      return message
    }
    const decision = ({ messageId }: Message, outcome: DecidedOutcome, more: object = {}) => ({
      messageId,
      outcome,
      version: 1,
      ...EVIDENCE,
      ...REASON,
      ...more,
    })
    const aDeadLetter = async (): Promise<Message> => {
      scene.loseKey(true)
      const message = await scene.accept({
        variables: { name: 'Asha', code: '******' },
        sealedVariables: SEALED,
      })
      for (let time = 0; time < MOST_FAILURES; time += 1) {
        await scene.dispatch(message)
        await office.at.time.advance(5 * MINUTE_MS)
      }
      return message
    }
    const listed = async (operation: 'listOrphanReceipts' | 'listContradictoryReceipts') =>
      (await done(operation, { limit: 100 })).receipts.filter(
        ({ providerAccountId }) => providerAccountId === scene.tenant.providerAccount.providerAccountId,
      )

    describe('An unknown outcome', () => {
      it('is listed after its check, traced, decided, and contradicted by later reports', async () => {
        const message = await anUnknown()
        const { messageId, organizationId } = message
        const past = async () =>
          (await done('listMessages', { organizationId, pastCheck: true })).messages.map(
            (one) => one.messageId,
          )
        expect(await past()).to.deep.equal([])
        await office.at.time.advance(6 * MINUTE_MS)
        operator = await office.at.operator()
        expect(await past()).to.deep.equal([messageId])
        const trace = await done('getMessageTrace', { messageId })
        expect(trace.allowedDecisions).to.deep.equal(['resolveUnconfirmedMessage'])
        expect(trace.acceptedWith).to.deep.equal(message.trace)
        expect(trace.message).to.include({ state: 'UNCONFIRMED', version: 1, to: '+91******3210' })
        const { message: now } = await done('resolveUnconfirmedMessage', decision(message, 'failed'))
        expect(now).to.include({ state: 'FAILED', failureCode: 'outcome_unknown' })
        expect(await scene.statusOf(message)).to.deep.equal(['FAILED', 'released', 2])
        await scene.report({ messageId, status: 'delivered' })
        expect(await scene.statusOf(message)).to.deep.equal(['FAILED', 'released', 2])
        const [odd, ...more] = await listed('listContradictoryReceipts')
        expect(more).to.deep.equal([])
        expect(odd).to.deep.include({ reported: 'delivered', state: 'contradicted' })
        expect(odd?.message).to.deep.include({ messageId, state: 'FAILED' })
        const { timeline } = await done('getMessageTrace', { messageId })
        const acts = timeline.filter(({ kind }) => kind === 'act').map(({ action }) => action)
        expect(acts).to.deep.equal(['resolveUnconfirmedMessage', 'receipt.contradicted'])
        await done('dismissReceipt', { receiptId: odd?.receiptId, ...REASON })
        expect(await listed('listContradictoryReceipts')).to.deep.equal([])
        expect((await scene.nowOf(message)).receipts.map(({ state, raw }) => [state, raw])).to.deep.equal([
          ['reviewed', 'the report as it came, secret parts and all'],
        ])
        expect(await scene.violations(message)).to.deep.equal([])
      })

      for (const [chargeOn, outcome, state, billing, events] of [
        ['submitted', 'submitted', 'SUBMITTED', 'settled', 2],
        ['submitted', 'delivered', 'DELIVERED', 'settled', 2],
        ['submitted', 'undelivered', 'UNDELIVERED', 'settled', 2],
        ['submitted', 'failed', 'FAILED', 'released', 2],
        ['delivered', 'submitted', 'SUBMITTED', 'provisional', 1],
        ['delivered', 'delivered', 'DELIVERED', 'settled', 2],
        ['delivered', 'undelivered', 'UNDELIVERED', 'released', 2],
        ['delivered', 'failed', 'FAILED', 'released', 2],
      ] as const)
        it(`decided as ${outcome} becomes ${state} and ${billing} if charged on ${chargeOn}`, async () => {
          const message = await anUnknown({ charge: { ...aMessage().charge, chargeOn } })
          await done('resolveUnconfirmedMessage', decision(message, outcome))
          expect(await scene.statusOf(message)).to.deep.equal([state, billing, events])
          expect(await scene.violations(message)).to.deep.equal([])
        })

      it('applies the reports that waited for the identifier that was found', async () => {
        const message = await anUnknown()
        await scene.report({ providerMessageId: 'X-77' })
        const found = { providerMessageId: 'x-77' }
        const { message: now } = await done(
          'resolveUnconfirmedMessage',
          decision(message, 'submitted', found),
        )
        expect(now.state).to.equal('DELIVERED')
        const { attempts, receipts } = await scene.nowOf(message)
        expect(attempts).to.have.length(1)
        expect(attempts[0]).to.include({ phase: 'accepted', providerMessageId: 'x-77' })
        expect(receipts.map(({ state }) => state)).to.deep.equal(['applied'])
      })

      it('is decided once: a repeat gets the same response, another decision is a conflict', async () => {
        const message = await anUnknown()
        const body = decision(message, 'delivered', { requestId: fresh.hex(16) })
        const first = await done('resolveUnconfirmedMessage', body)
        const again = await done('resolveUnconfirmedMessage', body)
        expect(again).to.deep.equal({ ...first, replayed: true })
        expect(await resultOf('resolveUnconfirmedMessage', decision(message, 'failed'))).to.equal('Conflict')
        expect(await scene.statusOf(message)).to.deep.equal(['DELIVERED', 'settled', 2])
      })

      it('moves its money once, by the decision or a late receipt, in either order', async () => {
        for (let round = 0; round < 8; round += 1) {
          const message = await anUnknown()
          const { messageId } = message
          const [answer] = await Promise.all([
            resultOf('resolveUnconfirmedMessage', decision(message, 'failed')),
            scene.report({ messageId, status: 'delivered' }),
          ])
          const statusOf = await scene.statusOf(message)
          expect(statusOf).to.deep.equal(
            answer === 'Done' ? ['FAILED', 'released', 2] : ['DELIVERED', 'settled', 2],
          )
          expect(await scene.violations(message)).to.deep.equal([])
        }
      })

      it('is decided by one of two super admins', async () => {
        const message = await anUnknown()
        const other = await office.at.operator()
        const answers = await Promise.all([
          resultOf('resolveUnconfirmedMessage', decision(message, 'delivered')),
          resultOf('resolveUnconfirmedMessage', decision(message, 'failed'), other),
        ])
        expect(answers.sort()).to.deep.equal(['Conflict', 'Done'])
        expect((await scene.statusOf(message))[2]).to.equal(2)
      })
    })

    describe('An orphaned receipt', () => {
      it('is listed when it is some minutes old, and applied to the message that a person finds', async () => {
        const message = await scene.accept()
        await scene.dispatch(message)
        await scene.report({ providerMessageId: 'nobody-knows-it' })
        expect(await listed('listOrphanReceipts')).to.deep.equal([])
        await office.at.time.advance(6 * MINUTE_MS)
        operator = await office.at.operator()
        const [orphan] = await listed('listOrphanReceipts')
        expect(orphan).to.include({ reported: 'delivered', providerMessageId: 'nobody-knows-it' })
        expect(JSON.stringify(orphan)).not.to.contain('secret parts')
        const { messageId } = message
        const body = { receiptId: orphan?.receiptId, messageId, ...REASON }
        const { receipt } = await done('assignOrphanReceipt', body)
        expect(receipt.state).to.equal('applied')
        expect(await scene.statusOf(message)).to.deep.equal(['DELIVERED', 'settled', 2])
        expect(await resultOf('assignOrphanReceipt', body)).to.equal('Conflict')
        expect(await listed('listOrphanReceipts')).to.deep.equal([])
        expect(await scene.violations(message)).to.deep.equal([])
      })

      it('is dismissed for good, and kept unchanged', async () => {
        await scene.report({ providerMessageId: 'of-somebody-else' })
        await office.at.time.advance(6 * MINUTE_MS)
        operator = await office.at.operator()
        const [orphan] = await listed('listOrphanReceipts')
        const body = { receiptId: orphan?.receiptId, ...REASON }
        expect((await done('dismissReceipt', body)).receipt.state).to.equal('dismissed')
        expect(await resultOf('dismissReceipt', body)).to.equal('Conflict')
        expect(await listed('listOrphanReceipts')).to.deep.equal([])
      })
    })

    describe('A dead letter', () => {
      it('is listed, requeued once for its version, and sent', async () => {
        const message = await aDeadLetter()
        operator = await office.at.operator()
        const { messageId } = message
        const own = async () =>
          (await done('listDeadLetters', { limit: 100 })).deadLetters.find(
            (one) => one.message.messageId === messageId,
          )
        const dead = await own()
        expect(dead).to.include({ stage: 'unsealing', failures: MOST_FAILURES, version: MOST_FAILURES })
        expect(await scene.statusOf(message)).to.deep.equal(['ACCEPTED', 'provisional', 1])
        scene.loseKey(false)
        await scene.dispatch(message)
        expect(scene.provider.submissions).to.have.length(0)
        const trace = await done('getMessageTrace', { messageId })
        expect(trace.allowedDecisions).to.deep.equal(['requeueDeadLetter'])
        expect(trace.deadLetter).to.deep.equal(dead)
        const stale = { messageId, version: MOST_FAILURES - 1, ...REASON }
        expect(await resultOf('requeueDeadLetter', stale)).to.equal('Conflict')
        const body = { messageId, version: dead?.version, ...REASON, requestId: fresh.hex(16) }
        expect(await done('requeueDeadLetter', body)).to.deep.equal({ messageId, version: MOST_FAILURES + 1 })
        expect(await done('requeueDeadLetter', body)).to.include({ replayed: true })
        expect((await scene.nowOf(message)).dueAtMs).to.equal(office.at.clock.nowMs())
        await scene.dispatch(message)
        expect(await scene.statusOf(message)).to.deep.equal(['SUBMITTED', 'settled', 2])
        expect(await own()).to.equal(undefined)
        expect(await resultOf('requeueDeadLetter', { ...body, requestId: fresh.hex(16) })).to.equal(
          'Conflict',
        )
        expect(await scene.violations(message)).to.deep.equal([])
      })
    })

    it("has a timeline in order, without the message's content", async () => {
      const message = await scene.accept({ variables: { name: 'Asha Confidential', code: '998877' } })
      await scene.dispatch(message)
      const { messageId, to } = message
      await office.at.time.advance(1_000)
      await scene.report({ messageId, status: 'delivered' })
      const trace = await done('getMessageTrace', { messageId })
      expect(trace.timeline.map(({ kind, state }) => [kind, state])).to.deep.equal([
        ['accepted', 'ACCEPTED'],
        ['attempt_begun', undefined],
        ['attempt_ended', 'SUBMITTED'],
        ['ledger', undefined],
        ['ledger', undefined],
        ['receipt', 'DELIVERED'],
        ['state', 'DELIVERED'],
      ])
      expect(trace.allowedDecisions).to.deep.equal([])
      const shown = JSON.stringify(trace)
      for (const secret of [to, 'Confidential', '998877', 'secret parts'])
        expect(shown).not.to.contain(secret)
    })

    it('can be read and decided by Agents of super admins, within their permissions', async () => {
      const message = await anUnknown()
      const { messageId, organizationId } = message
      const byAgent = office.at.doneByAdminAgent
      const { messages } = await byAgent(operator, 'listMessages', { organizationId })
      expect(messages.map((one) => one.messageId)).to.deep.equal([messageId])
      await byAgent(operator, 'resolveUnconfirmedMessage', decision(message, 'delivered'))
      expect(await scene.statusOf(message)).to.deep.equal(['DELIVERED', 'settled', 2])
      const consoleOnly = ['listOrphanReceipts', 'dismissReceipt', 'restoreAccountFigures'] as const
      for (const operation of consoleOnly) {
        const answer = await office.at.askByAdminAgent(operator, operation, {})
        expect(E.isLeft(answer) && answer.left._tag, operation).to.equal('OperationNotAllowed')
      }
    })
  })
