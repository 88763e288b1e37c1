import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { Storage } from '@postrider/core/assembly/storage'
import { E } from '@postrider/core/fp'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { NO_WORK, workItemOf } from '@postrider/conformance/storage/messaging/settling'
import { longestOf } from './longest-of.js'
import { realPorts } from './real-ports.js'
import { FAMILIES, openNextToStranger, NO_LOCK_WAIT_MS, type Stranger } from './strangers.js'

/** The time for which rows are locked: the lock timeout, and longer. */
const HELD_MS = 5_000

for (const [name, family] of Object.entries(FAMILIES))
  describe(`Settlement next to rows that another transaction locks on ${name}`, () => {
    const { literal } = family
    let storage: Storage
    let stranger: Stranger
    openNextToStranger(family, (opened) => ({ storage, stranger } = opened))

    const accepted = async (): Promise<Message> => (await acceptPaid(storage)).message

    const HELD: Readonly<Record<string, (message: Message) => string>> = {
      'its account': ({ organizationId }) =>
        `SELECT 1 FROM accounts WHERE organization_id = ${literal(organizationId)} FOR UPDATE`,
      'its message': ({ messageId }) => `SELECT 1 FROM messages WHERE id = ${literal(messageId)} FOR UPDATE`,
    }

    for (const [what, locking] of Object.entries(HELD))
      it(`continues for the others if ${what} is locked, and for that one afterwards`, async () => {
        const ports = realPorts(storage)
        const reports = recordReports(ports)
        const expire = async ({ messageId }: Message): Promise<void> => {
          const done = await reports.submit({
            _tag: 'Ended',
            messageId,
            attempt: 0,
            ending: { _tag: 'Expired' },
          })
          expect(done).to.deep.equal(E.right('recorded'))
        }
        const locked = await accepted()
        const others = await Promise.all(Array.from({ length: 40 }, accepted))
        await stranger.query('BEGIN')
        await stranger.query(locking(locked))
        let isDone = false
        const waiting = expire(locked).then(() => (isDone = true))
        const longestMs = await longestOf(others, HELD_MS / others.length, expire)
        const wasDone = isDone
        await stranger.query('ROLLBACK')
        await waiting
        expect(longestMs).to.be.lessThan(NO_LOCK_WAIT_MS)
        expect(wasDone).to.equal(false)
        const aside = ports.emitted.filter(({ _tag }) => _tag === 'OrganizationSetAside')
        const { organizationId } = locked
        expect(aside).to.deep.equal([
          { _tag: 'OrganizationSetAside', batcher: 'settlement', organizationId, why: 'rows_held' },
        ])
        const ends = await right(
          storage.dispatch.work(
            [locked, ...others].map(({ messageId }) => workItemOf(messageId)),
            ({ messages }) => ({
              ...NO_WORK,
              result: [...messages.values()].map(({ message }) => message.state),
            }),
          ),
        )
        expect(ends).to.deep.equal(Array(others.length + 1).fill('EXPIRED'))
      })
  })
