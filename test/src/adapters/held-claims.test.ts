import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { countFailure } from '@postrider/core/providers/domain/calls/dead-letter'
import { isStillClaimed } from '@postrider/core/providers/domain/calls/claim'
import type { Storage } from '@postrider/core/assembly/storage'
import { anAttempt } from '@postrider/conformance/builders/an-attempt'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { FAMILIES, openNextToStranger, NO_LOCK_WAIT_MS, type Stranger } from './strangers.js'

const CLAIM = 7

for (const [name, family] of Object.entries(FAMILIES))
  describe(`Claims next to rows that another transaction locks on ${name}`, () => {
    const { literal } = family
    let storage: Storage
    let stranger: Stranger
    openNextToStranger(family, (opened) => ({ storage, stranger } = opened))

    const accepted = async (): Promise<Message> => (await acceptPaid(storage)).message

    /** Leases unlocked messages. Returns them and the Organizations of the locked ones. */
    const claim = (messages: readonly Message[], waits: boolean) =>
      right(
        storage.dispatch.claim(
          messages.map(({ messageId }) => messageId),
          (locked, _, held) => ({
            claim: CLAIM,
            leases: [...locked.keys()].map((messageId) => ({ messageId, leaseUntilMs: NOW_MS + 60_000 })),
            senders: [],
            intents: [],
            result: { free: [...locked.keys()], held: [...held] },
          }),
          waits,
        ),
      )

    /** Starts the first attempts of unlocked and claimed messages. */
    const begin = (messages: readonly Message[], waits: boolean) =>
      right(
        storage.dispatch.begin(
          messages.map(({ messageId }) => messageId),
          (statuses, held) => {
            const free = [...statuses].flatMap(([messageId, status]) =>
              isStillClaimed(status, { claim: CLAIM, attempt: 0 }) ? [messageId] : [],
            )
            const intents = free.map((messageId) => ({
              attempt: anAttempt({ messageId, number: 1, phase: 'intent', claim: CLAIM }),
              leaseUntilMs: NOW_MS + 60_000,
            }))
            return { intents, result: { free, held: [...held] } }
          },
          waits,
        ),
      )

    const holding = async <A>(locking: string, work: () => Promise<A>): Promise<A> => {
      await stranger.query('BEGIN')
      await stranger.query(locking)
      const startedMs = performance.now()
      try {
        const done = await work()
        expect(performance.now() - startedMs).to.be.lessThan(NO_LOCK_WAIT_MS)
        return done
      } finally {
        await stranger.query('ROLLBACK')
      }
    }

    const lockMessage = ({ messageId }: Message): string =>
      `SELECT 1 FROM messages WHERE id = ${literal(messageId)} FOR UPDATE`

    it('skip a locked message, name its Organization, and claim and start the others', async () => {
      const [locked, other] = [await accepted(), await accepted()]
      const result = {
        free: [other.messageId],
        held: [[locked.messageId, locked.organizationId]],
      }
      expect(await holding(lockMessage(locked), () => claim([locked, other], false))).to.deep.equal(result)
      expect((await claim([locked], false)).free).to.deep.equal([locked.messageId])
      expect(await holding(lockMessage(locked), () => begin([locked, other], false))).to.deep.equal(result)
      expect((await begin([locked], false)).free).to.deep.equal([locked.messageId])
    })

    it('never treat a message as one without attempts because its attempt is locked', async () => {
      const message = await accepted()
      await claim([message], true)
      await begin([message], true)
      const attempts = `SELECT 1 FROM attempts WHERE message_id = ${literal(message.messageId)} FOR UPDATE`
      const seen = await holding(attempts, () =>
        right(
          storage.dispatch.claim(
            [message.messageId],
            (locked, _, held) => ({
              claim: CLAIM,
              leases: [],
              senders: [],
              intents: [],
              result: [...locked.values()].map(({ lastAttempt }) => lastAttempt?.number ?? held.size),
            }),
            false,
          ),
        ),
      )
      // Locked, or read with its attempt.
      expect(seen).to.deep.equal(name === 'MySQL' ? [] : [1])
    })

    it('let failures of other messages be counted', async () => {
      const [locked, other] = [await accepted(), await accepted()]
      const count = (waits: boolean) =>
        storage.deadLetters.count(
          [locked.messageId, other.messageId],
          (found, held) => {
            expect([...held]).to.deep.equal(waits ? [] : [[locked.messageId, locked.organizationId]])
            return [...found.values()].flatMap(({ message: failing, failures }) => {
              const failure = { messageId: failing.messageId, stage: 'work', attempt: undefined } as const
              return countFailure(failing, failures, failure, NOW_MS, 0) ?? []
            })
          },
          waits,
        )
      const counted = await holding(lockMessage(locked), () => right(count(false)))
      expect(counted.map(({ failures }) => failures.messageId)).to.deep.equal([other.messageId])
      expect(await right(count(true))).to.have.length(2)
    })

    it('name no Organization for unknown messages', async () => {
      const message = await accepted()
      const { messageId } = {
        messageId: message.messageId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      }
      const unknown = { ...message, messageId: messageId as Message['messageId'] }
      expect(await claim([message, unknown], false)).to.deep.equal({ free: [message.messageId], held: [] })
    })
  })
