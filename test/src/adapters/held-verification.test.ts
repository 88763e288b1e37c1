import { expect } from 'chai'
import type { Challenge } from '@postrider/core/otp/domain/challenge'
import type { Storage } from '@postrider/core/assembly/storage'
import { E } from '@postrider/core/fp'
import { isolatedBatches } from '@postrider/core/kernel/batching/isolated-batches'
import {
  guessBatch,
  guesserOf,
  type GuessOutcome,
  type GuessStep,
} from '@postrider/core/messaging/use-cases/otp/guess-batch'
import { aChallenge } from '@postrider/conformance/builders/a-challenge'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sendChallenge } from '@postrider/conformance/storage/otp/otp'
import { longestOf } from './longest-of.js'
import { realPorts } from './real-ports.js'
import { FAMILIES, openNextToStranger, NO_LOCK_WAIT_MS, type Stranger } from './strangers.js'

const HELD_MS = 4_000

for (const [name, family] of Object.entries(FAMILIES))
  describe(`Verification next to a challenge that another transaction locks on ${name}`, () => {
    const { literal } = family
    let storage: Storage
    let stranger: Stranger
    openNextToStranger(family, (opened) => ({ storage, stranger } = opened))

    const sent = async (): Promise<Challenge> => {
      const challenge = aChallenge()
      await sendChallenge(storage, challenge)
      return challenge
    }

    it('continues for the others, and for that one afterwards', async () => {
      const ports = realPorts(storage)
      const guesses = isolatedBatches<GuessStep, GuessOutcome>(ports, {
        batcher: 'verification',
        lanes: 2,
        maxBatch: 256,
        maxWaiting: 4096,
        organizationOf: guesserOf,
        run: guessBatch({ storage, clock: { nowMs: () => NOW_MS } }),
      })
      const verify = async ({ messageId, organizationId, appId }: Challenge): Promise<void> => {
        const guess = { messageId, scope: { organizationId, appId }, under: fresh.hex(32) }
        expect(await guesses.submit({ _tag: 'Conclude', guess })).to.deep.equal(
          E.right(E.right({ _tag: 'Verified' })),
        )
      }
      const locked = await sent()
      const others = await Promise.all(Array.from({ length: 40 }, sent))
      await stranger.query('BEGIN')
      await stranger.query(
        `SELECT 1 FROM otp_challenges WHERE message_id = ${literal(locked.messageId)} FOR UPDATE`,
      )
      let isDone = false
      const waiting = verify(locked).then(() => (isDone = true))
      const longestMs = await longestOf(others, HELD_MS / others.length, verify)
      const wasDone = isDone
      await stranger.query('ROLLBACK')
      await waiting
      expect(longestMs).to.be.lessThan(NO_LOCK_WAIT_MS)
      expect(wasDone).to.equal(false)
      expect(ports.emitted).to.deep.equal([
        {
          _tag: 'OrganizationSetAside',
          batcher: 'verification',
          organizationId: locked.organizationId,
          why: 'rows_held',
        },
      ])
    })
  })
