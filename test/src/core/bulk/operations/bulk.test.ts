import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { BULK_LEASE_MS } from '@postrider/core/bulk/domain/bulk'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { createPostrider } from '@postrider/core/postrider'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { deadLettersOf } from '../../../builders/dead-letters.js'
import { aReconciliationScene } from '../../runner/use-cases/a-reconciliation-scene.js'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, CONFLICT, NOT_FOUND } from '../../runner/use-cases/strange.js'

const reason = 'The template is repaired.'
const worker = fileURLToPath(new URL('./bulk-worker.js', import.meta.url))

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`A bulk operation on ${engine}`, () => {
    const office = useOffice(open)
    let operator: Operator
    beforeEach(async () => {
      operator = await office.at.operator()
    })

    const deadLetters = (count: number): Promise<readonly Message[]> =>
      deadLettersOf(office.at, office.at.organizationId, count)
    const preview = (more: object = {}) =>
      office.at.doneAbove(operator, 'previewBulk', {
        operation: 'requeueDeadLetter',
        organizationId: office.at.organizationId,
        ...more,
      })
    const begin = async (count: number) => {
      const messages = await deadLetters(count)
      const { bulkId } = (await preview()).bulk
      await office.at.doneAbove(operator, 'beginBulk', { bulkId, reason })
      return { bulkId, messages }
    }
    const see = async (bulkId: string) =>
      office.at.doneAbove(await office.at.operator(), 'getBulk', { bulkId, limit: 100 })
    /** Runs one turn of a dispatcher. Each process has its own claim. */
    const aProcess = (at: Parameters<typeof createPostrider>[0] = office.at) => {
      const { runBulks } = createPostrider(at)
      return () => right(runBulks())
    }
    const toTheEnd = async (turn: () => Promise<boolean>): Promise<number> => {
      let turns = 0
      while (await turn()) turns += 1
      return turns
    }
    /** Returns how often each message was requeued, according to the audit log. */
    const requeued = async (messages: readonly Message[]) => {
      const acts = await right(office.at.storage.audit.chain(office.at.organizationId, 0, 1_000))
      const targets = acts.filter(({ action }) => action === 'requeueDeadLetter').map(({ target }) => target)
      return messages.map(({ messageId }) => targets.filter((target) => target === messageId).length)
    }
    const times = (count: number, length: number): readonly number[] => Array.from({ length }, () => count)

    it('changes only the items selected at its start, and lists every refusal', async () => {
      const messages = await deadLetters(3)
      const { bulk, isAtLeast, missing, money, sample } = await preview()
      expect(bulk).to.include({ operation: 'requeueDeadLetter', state: 'previewed', total: 3, done: 0 })
      expect({ isAtLeast, missing, money }).to.deep.equal({
        isAtLeast: false,
        missing: 0,
        money: [{ environment: 'test', currency: 'INR', amountMinor: 75 }],
      })
      expect(sample.map(({ id }) => id)).to.deep.equal(messages.map(({ messageId }) => messageId))
      expect(sample[0]?.message).to.include({ to: '+91******3210' })
      const later = await deadLetters(1)
      const second = messages[1]?.messageId ?? ''
      await office.at.doneAbove(operator, 'requeueDeadLetter', { messageId: second, version: 5, reason })
      expect(await aProcess()()).to.equal(false)
      const begun = await office.at.doneAbove(operator, 'beginBulk', { bulkId: bulk.bulkId, reason })
      expect(begun.bulk.state).to.equal('running')
      await toTheEnd(aProcess())
      const seen = await see(bulk.bulkId)
      expect(seen.bulk).to.include({ state: 'done', total: 3, done: 2, refused: 1, stopReason: null })
      expect(seen.refusals).to.deep.equal([{ number: 2, id: second, code: 'conflict', message: null }])
      expect(await requeued([...messages, ...later])).to.deep.equal([1, 1, 1, 0])
      const acts = await right(office.at.storage.audit.chain(undefined, 0, 1_000))
      const own = acts.filter(({ target }) => target === bulk.bulkId)
      expect(own.map(({ action, actor }) => [action, actor.kind])).to.deep.equal([
        ['previewBulk', 'operator'],
        ['beginBulk', 'operator'],
        ['bulk.ended', 'system'],
      ])
    })

    it('stops in the middle when it is cancelled, and keeps the finished items', async () => {
      const { bulkId, messages } = await begin(25)
      const turn = aProcess()
      await turn()
      const colleague = await office.at.operator()
      const { bulk } = await office.at.doneAbove(colleague, 'stopBulk', { bulkId, reason })
      expect(bulk).to.include({ state: 'stopped', stopReason: 'order' })
      const done = bulk.done
      expect(done).to.be.within(1, 20)
      expect(await turn()).to.equal(false)
      expect((await see(bulkId)).bulk).to.include({ done, refused: 0 })
      expect(await requeued(messages)).to.deep.equal([...times(1, done), ...times(0, 25 - done)])
    })

    for (const [what, take] of [
      [
        'is disabled',
        async () => {
          const { user } = operator.facts
          await office.at.write((unit) => unit.users.replace({ ...user, status: 'disabled' }))
        },
      ],
      [
        'loses the permission',
        async () => {
          const { userId } = operator.facts.user
          await office.at.write(async (unit) => {
            const admin = await unit.superAdmins.lock(userId)
            if (admin !== undefined) unit.superAdmins.replace({ ...admin, permissions: ['admin.audit'] })
          })
        },
      ],
      [
        'gets another password',
        async () => {
          const { user } = operator.facts
          await office.at.write((unit) => unit.users.replace({ ...user, passwordHash: 'another' }))
        },
      ],
      ['signed in twelve hours ago', () => office.at.time.advance(12 * HOUR_MS)],
    ] as const)
      it(`stops and reports why when its maker ${what}`, async () => {
        const { bulkId, messages } = await begin(25)
        const turn = aProcess()
        await turn()
        await take()
        await toTheEnd(turn)
        const { bulk, refusals } = await see(bulkId)
        expect(bulk).to.include({ state: 'stopped', stopReason: 'authority', refused: 0 })
        expect(refusals).to.deep.equal([])
        expect(bulk.done).to.be.within(1, 20)
        expect(await requeued(messages)).to.deep.equal([...times(1, bulk.done), ...times(0, 25 - bulk.done)])
      })

    it('runs in one process at a time, and two processes do nothing twice', async () => {
      const { bulkId, messages } = await begin(30)
      await Promise.all([aProcess(), aProcess()].map(toTheEnd))
      expect((await see(bulkId)).bulk).to.include({ state: 'done', done: 30, refused: 0 })
      expect(await requeued(messages)).to.deep.equal(times(1, 30))
    })

    it('resumes after kill -9 when its lease has expired, and does nothing twice', async () => {
      const { bulkId, messages } = await begin(25)
      const child = spawn(process.execPath, [worker, office.at.storageUrl, '3'])
      const [output] = (await once(child.stdout, 'data')) as [Buffer]
      expect(String(output)).to.equal('in the middle\n')
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(await requeued(messages)).to.deep.equal([...times(1, 3), ...times(0, 22)])
      const turn = aProcess()
      expect(await turn()).to.equal(false)
      await office.at.time.advance(BULK_LEASE_MS)
      await toTheEnd(turn)
      expect((await see(bulkId)).bulk).to.include({ state: 'done', done: 25, refused: 0 })
      expect(await requeued(messages)).to.deep.equal(times(1, 25))
    })

    it('decides unknown outcomes and receipts by the rules for single ones', async () => {
      const scene = await aReconciliationScene(office.at)
      const unknown = [await scene.accept(), await scene.accept()]
      for (const message of unknown) {
        scene.provider.answer({ _tag: 'OutcomeUnknown', detail: 'no answer' })
        await scene.dispatch(message)
      }
      const delivered = await scene.accept()
      await scene.dispatch(delivered)
      for (const eventKey of ['one', 'two']) await scene.report({ eventKey, providerMessageId: fresh.hex(8) })
      await office.at.time.advance(6 * MINUTE_MS)
      operator = await office.at.operator()
      const run = async (selection: object, more: object = {}) => {
        const { bulk } = await office.at.doneAbove(operator, 'previewBulk', selection)
        const { bulkId } = bulk
        await office.at.doneAbove(operator, 'beginBulk', { bulkId, reason, ...more })
        await toTheEnd(aProcess())
        const ended = await see(bulkId)
        return [ended.bulk.total, ended.bulk.done, ended.refusals.length]
      }
      const { organizationId } = scene.tenant.scope
      const decision = { outcome: 'failed', evidence: 'The provider says so.' }
      expect(await run({ operation: 'resolveUnconfirmedMessage', organizationId }, decision)).to.deep.equal([
        2, 2, 0,
      ])
      for (const message of unknown)
        expect(await scene.statusOf(message)).to.deep.equal(['FAILED', 'released', 2])
      const { providerAccountId } = scene.tenant.providerAccount
      const { receipts } = await office.at.doneAbove(operator, 'listOrphanReceipts', { limit: 100 })
      const [first, second] = receipts.filter((one) => one.providerAccountId === providerAccountId)
      if (first === undefined || second === undefined) throw new Error('no orphans')
      const items = [{ id: first.receiptId, messageId: delivered.messageId }]
      expect(await run({ operation: 'assignOrphanReceipt', items })).to.deep.equal([1, 1, 0])
      expect((await scene.statusOf(delivered))[0]).to.equal('DELIVERED')
      const rest = { operation: 'dismissReceipt', receipts: 'orphans', providerAccountId }
      expect(await run(rest)).to.deep.equal([1, 1, 0])
      await scene.close()
    })
  })

describe('Refused bulk operations', () => {
  const office = useOffice()

  it("have fields of another operation, no items, a wrong state, or another person's bulk", async () => {
    const operator = await office.at.operator()
    const refused = (
      name: 'previewBulk' | 'beginBulk' | 'stopBulk' | 'getBulk',
      body: object,
      by = operator,
    ) => office.at.refusedAbove(by, name, body)
    const fields = async (body: object) => brokenFields(await refused('previewBulk', body))
    const id = fresh.id('rct')
    expect(await fields({ operation: 'dismissReceipt' })).to.deep.equal(['/receipts required'])
    expect(await fields({ operation: 'assignOrphanReceipt' })).to.deep.equal(['/items required'])
    expect(await fields({ operation: 'assignOrphanReceipt', items: [{ id }] })).to.deep.equal([
      '/items/0/messageId required',
    ])
    expect(
      await fields({ operation: 'requeueDeadLetter', receipts: 'orphans', items: [{ id, messageId: id }] }),
    ).to.have.members(['/receipts not_allowed', '/items/0/messageId not_allowed'])
    expect(await fields({ operation: 'suspendOrganization' })).to.deep.equal(['/operation not_allowed'])
    const named = { operation: 'requeueDeadLetter', items: [{ id: fresh.id('msg') }] }
    const { bulk, missing } = await office.at.doneAbove(operator, 'previewBulk', named)
    expect([bulk.total, missing]).to.deep.equal([0, 1])
    const { bulkId } = bulk
    expect(await refused('beginBulk', { bulkId, reason })).to.deep.equal(CONFLICT)
    expect(await refused('beginBulk', { bulkId, reason }, await office.at.operator())).to.deep.equal(
      NOT_FOUND,
    )
    await office.at.doneAbove(operator, 'stopBulk', { bulkId, reason })
    expect(await refused('stopBulk', { bulkId, reason })).to.deep.equal(CONFLICT)
    expect(await refused('getBulk', { bulkId: fresh.id('blk') })).to.deep.equal(NOT_FOUND)
    expect(await refused('stopBulk', { bulkId: fresh.id('msg'), reason })).to.deep.equal(NOT_FOUND)
  })
})
