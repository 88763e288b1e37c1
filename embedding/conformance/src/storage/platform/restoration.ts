import { expect } from 'chai'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { RestoreHeldQuery } from '@postrider/core/platform/ports/installation-storage'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { aMailJob } from '../../builders/a-mail-job.js'
import { aSession } from '../../builders/a-session.js'
import { anOperatorSession, aPersonSession, aTicketOf } from '../../builders/a-cookie-session.js'
import { anEnrolment, aSignUp } from '../../builders/an-invitation.js'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid } from '../messaging/accepting.js'
import { claim } from '../messaging/claiming.js'
import { useStorage, type OpenStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'

const HELD_MS = NOW_MS + 10 * MINUTE_MS
const ENDED_MS = HELD_MS + 10 * MINUTE_MS

const EVERYTHING: RestoreHeldQuery = {
  messageIds: undefined,
  organizationId: undefined,
  channel: undefined,
  state: undefined,
  fromMs: undefined,
  toMs: undefined,
  limit: 1_000,
}

/** Tests the hold of a restored database, and super admins' decisions about it. */
export const restorationSuite = (open: OpenStorage): void => {
  describe('a restored database', () => {
    const at = useStorage(open, 'test')

    const accept = async (acceptedAtMs: number): Promise<MessageId> => {
      const { message } = await acceptPaid(at.storage, { acceptedAtMs })
      return message.messageId
    }
    const due = async (atMs: number): Promise<readonly MessageId[]> => {
      const taken = await right(at.storage.outbox.takeDue('transactional', 10, atMs, atMs + MINUTE_MS))
      return taken.map(({ messageId }) => messageId)
    }
    const claimed = async (ids: readonly MessageId[], atMs: number): Promise<readonly MessageId[]> =>
      (await claim(at.storage, ids, atMs)).map(({ messageId }) => messageId)
    const isHeld = (): Promise<boolean> =>
      right(at.storage.acceptance.accept(anAcceptanceQuery(), ({ isHeld: held }) => writingNothing(held)))
    const endHold = () =>
      exclusively(at, async (unit) => {
        const { fingerprint, restoreHold } = await unit.restoration.lock()
        const next = { ...fingerprint, counter: fingerprint.counter + 1000, value: fresh.hex(32) }
        if (restoreHold !== undefined) unit.restoration.end(next, restoreHold)
        return next
      })

    it('is held for every acceptance, and returns nothing that would be sent', async () => {
      const messageId = await accept(NOW_MS)
      await sharing(at, (unit) => unit.mailJobs.add(aMailJob()))
      expect(await isHeld()).to.equal(false)
      await right(at.storage.installation.hold('operator', HELD_MS))
      expect(await isHeld()).to.equal(true)
      expect(await due(HELD_MS)).to.deep.equal([])
      expect(await claimed([messageId], HELD_MS)).to.deep.equal([])
      expect(await right(at.storage.mails.claim(HELD_MS, MINUTE_MS, 10))).to.deep.equal([])
      expect((await right(at.storage.health.check())).heldBecause).to.equal('operator')
      await endHold()
      expect(await isHeld()).to.equal(false)
      expect(await right(at.storage.mails.claim(HELD_MS, MINUTE_MS, 10))).to.have.length(1)
      expect((await right(at.storage.health.check())).heldBecause).to.equal(undefined)
    })

    it('keeps what it had accepted before until an operator releases it, and sends new messages', async () => {
      const [first, second] = [await accept(NOW_MS), await accept(NOW_MS)]
      await right(at.storage.installation.hold('operator', HELD_MS))
      await sharing(at, (unit) => unit.restoration.release([first], HELD_MS + 1))
      expect(await claimed([first], HELD_MS + 1)).to.deep.equal([])
      await endHold()
      const later = await accept(ENDED_MS)
      expect(await claimed([first, second, later], ENDED_MS)).to.have.members([first, later])
      await sharing(at, (unit) => unit.restoration.release([second], ENDED_MS))
      expect(await due(ENDED_MS)).to.include(second)
      expect(await claimed([second], ENDED_MS)).to.deep.equal([second])
    })

    it('lists what waits for a decision: all of it, or by message, Organization, channel, state and time', async () => {
      const [first, second] = [
        await acceptPaid(at.storage, { acceptedAtMs: NOW_MS }),
        await acceptPaid(at.storage, { acceptedAtMs: NOW_MS + 1 }),
      ]
      const [one, other] = [first.message.messageId, second.message.messageId]
      const waiting = (more: Partial<RestoreHeldQuery> = {}) =>
        sharing(at, (unit) => unit.restoration.restoreHeld({ ...EVERYTHING, ...more }))
      expect(await waiting()).to.deep.equal([])
      await right(at.storage.installation.hold('operator', HELD_MS))
      expect(await waiting()).to.include.members([one, other])
      expect(await waiting({ messageIds: [other] })).to.deep.equal([other])
      const { organizationId, channel } = first.message
      expect(await waiting({ organizationId, channel, state: 'ACCEPTED' })).to.deep.equal([one])
      expect(await waiting({ organizationId, state: 'UNCONFIRMED' })).to.deep.equal([])
      expect(await waiting({ organizationId, fromMs: NOW_MS, toMs: NOW_MS })).to.deep.equal([])
      const before = await right(at.storage.installation.countRestoreHeld(1_000))
      await sharing(at, (unit) => unit.restoration.release([one], HELD_MS + 1))
      expect(await waiting({ organizationId })).to.deep.equal([])
      expect(await right(at.storage.installation.countRestoreHeld(1_000))).to.equal(before - 1)
      expect(await right(at.storage.installation.countRestoreHeld(1))).to.equal(1)
      await endHold()
    })

    it('forgets what operators decided after an earlier restoration', async () => {
      const messageId = await accept(NOW_MS)
      await right(at.storage.installation.hold('operator', HELD_MS))
      await sharing(at, (unit) => unit.restoration.release([messageId], HELD_MS + 1))
      await endHold()
      await right(at.storage.installation.hold('backup', ENDED_MS))
      await endHold()
      expect(await claimed([messageId], ENDED_MS)).to.deep.equal([])
    })

    it('works normally when the hold has ended, unlike any earlier copy of it', async () => {
      await right(at.storage.installation.hold('operator', HELD_MS))
      const fingerprint = await endHold()
      const after = await right(at.storage.installation.read())
      expect(after).to.deep.include({ fingerprint, hold: undefined })
      expect(after.restoreHold).to.deep.equal({ sinceMs: HELD_MS, beforeMs: HELD_MS + MINUTE_MS })
    })

    it('ends all access', async () => {
      const session = aSession()
      const userId = fresh.id('usr')
      const enrolment = anEnrolment()
      const signUp = aSignUp()
      const operatorSession = anOperatorSession()
      const personSession = aPersonSession()
      const ticket = aTicketOf(operatorSession)
      await sharing(at, (unit) => {
        unit.sessions.add(session)
        unit.operatorSessions.add(operatorSession)
        unit.personSessions.add(personSession)
        unit.sessionTickets.add(ticket)
        unit.recoveries.add({ userId, verifier: fresh.hex(64), createdAtMs: NOW_MS, expiresAtMs: HELD_MS })
        unit.signUps.add(signUp)
        unit.enrolments.add(enrolment)
      })
      await exclusively(at, (unit) => unit.restoration.endAccess(HELD_MS))
      await sharing(at, async (unit) => {
        expect(await unit.sessions.lock(session.sessionId)).to.deep.include({
          endedAtMs: HELD_MS,
          endedBy: 'restored',
        })
        expect(await unit.operatorSessions.lock(operatorSession.sessionId)).to.equal(undefined)
        expect(await unit.personSessions.lock(personSession.sessionId)).to.equal(undefined)
        expect(await unit.sessionTickets.lock(ticket.verifier)).to.equal(undefined)
        expect(await unit.recoveries.lock(userId)).to.equal(undefined)
        expect(await unit.signUps.lock(signUp.emailKey)).to.equal(undefined)
        const ended = { ...enrolment, verifier: undefined, expiresAtMs: HELD_MS }
        expect(await unit.enrolments.lock(enrolment.userId)).to.deep.equal(ended)
      })
    })
  })
}
