import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { OperationName } from '@postrider/core/assembly/registry'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { beginRestoration } from '@postrider/core/platform/use-cases/installation/begin-restoration'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { right } from '@postrider/conformance/outcome'
import { useOffice } from '../../assembly/an-office.js'
import {
  aReconciliationScene,
  type ReconciliationScene,
} from '../../runner/use-cases/a-reconciliation-scene.js'

const REASON = { reason: 'The disk of yesterday was put back.' }

for (const [engine, open] of [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const)
  describe(`A restored database and its super admins on ${engine}`, () => {
    const office = useOffice(open)
    let scene: ReconciliationScene
    let operator: Operator
    beforeEach(async () => {
      scene = await aReconciliationScene(office.at)
      operator = await office.at.operator()
    })

    const done = <K extends OperationName>(operation: K, body: object) =>
      office.at.doneAbove(operator, operation, body)
    const resultOf = async (operation: OperationName, body: object): Promise<string> => {
      const answer = await office.at.askAbove(operator, operation, body)
      return E.isRight(answer) ? 'Done' : answer.left._tag
    }
    const accept = async (count: number): Promise<readonly Message[]> => {
      const messages: Message[] = []
      for (let at = 0; at < count; at += 1) messages.push(await scene.accept())
      return messages
    }
    const begin = async (): Promise<void> => {
      const actor = { kind: 'operator', id: 'cli:olu' } as const
      await right(beginRestoration(office.at)({ actor, ...REASON }))
      await office.at.time.advance(MINUTE_MS)
    }
    const end = async () => {
      const { rightsVersion } = await done('getRestoration', {})
      return done('endRestoration', { rightsVersion, ...REASON })
    }
    // All tests share one database, so each cleans up after itself.
    afterEach(async () => {
      await done('releaseRestoredMessages', { decision: 'cancel', ...REASON })
      const { hold } = await right(office.at.storage.installation.read())
      if (hold !== undefined) await end()
    })
    const stateOf = async (message: Message): Promise<unknown> => (await scene.statusOf(message))[0]

    it('is held by an order, which is logged', async () => {
      await begin()
      const found = await done('getRestoration', {})
      expect(found).to.deep.include({ heldBecause: 'operator', waiting: 0 })
      const chain = await right(office.at.storage.audit.chain(undefined, 0, 100))
      expect(chain.map(({ action }) => action)).to.include('restore.begin')
    })

    it("sends released messages, and records super admins' decisions about the others", async () => {
      const [sent, unknown, cancelled, left] = await accept(4)
      if (!sent || !unknown || !cancelled || !left) throw new Error('four were accepted')
      await begin()
      expect(await done('getRestoration', {})).to.deep.include({ waiting: 4 })
      const release = (decision: string, { messageId }: Message) =>
        done('releaseRestoredMessages', { decision, messageIds: [messageId], ...REASON })
      expect((await release('send', sent)).messageIds).to.deep.equal([sent.messageId])
      await release('unconfirmed', unknown)
      await release('cancel', cancelled)
      expect((await release('send', cancelled)).messageIds).to.deep.equal([])
      expect(await stateOf(unknown)).to.equal('UNCONFIRMED')
      expect(await scene.statusOf(cancelled)).to.deep.equal(['CANCELLED', 'released', 2])
      for (const message of [sent, left]) await scene.dispatch(message)
      expect(await stateOf(sent)).to.equal('ACCEPTED')
      await end()
      scene.provider.answer({ _tag: 'Accepted', providerMessageIds: ['there'] })
      for (const message of [sent, left]) await scene.dispatch(message)
      expect([await stateOf(sent), await stateOf(left)]).to.deep.equal(['SUBMITTED', 'ACCEPTED'])
      for (const message of [sent, unknown, cancelled, left])
        expect(await scene.violations(message)).to.deep.equal([])
    })

    it('releases all that match, a hundred at a time, and the same request once', async () => {
      await accept(3)
      await begin()
      const body = { decision: 'send', channel: 'whatsapp', requestId: 'release-all-1', ...REASON }
      expect(await done('releaseRestoredMessages', body)).to.deep.include({ messageIds: [], isMore: false })
      const again = { decision: 'send', requestId: 'release-all-2', ...REASON }
      const first = await done('releaseRestoredMessages', again)
      expect(first.messageIds).to.have.length(3)
      expect(await done('releaseRestoredMessages', again)).to.deep.equal({ ...first, replayed: true })
      expect(await done('getRestoration', {})).to.deep.include({ waiting: 0 })
    })

    it("isn't released before the access data was reviewed, nor twice", async () => {
      const before = await done('getRestoration', {})
      expect(await resultOf('endRestoration', { rightsVersion: before.rightsVersion, ...REASON })).to.equal(
        'Conflict',
      )
      await begin()
      expect(await resultOf('endRestoration', { rightsVersion: '0'.repeat(32), ...REASON })).to.equal(
        'Conflict',
      )
      await end()
      const { fingerprint, hold } = await right(office.at.storage.installation.read())
      expect(hold).to.equal(undefined)
      expect(fingerprint.counter).to.be.greaterThan(1_000_000)
    })
  })
