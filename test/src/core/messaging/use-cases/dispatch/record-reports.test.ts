import { expect } from 'chai'
import type { Report } from '@postrider/core/messaging/domain/dispatch/report'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { traced } from '@postrider/core/kernel/tracing/trace-context'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { right } from '@postrider/conformance/outcome'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { aDispatcher } from '../../../fakes/dispatch-world.js'

const aRecorder = () => {
  const one = aDispatcher()
  const taken = ({ messageId }: Message): Report => ({
    _tag: 'Called',
    messageId,
    attempt: 1,
    startedAtMs: NOW_MS,
    providerAccountId: one.tenant.providerAccount.providerAccountId,
    outcome: {
      _tag: 'Accepted',
      providerMessageIds: [`id of ${messageId}`],
    },
  })
  const record = async (...reports: readonly Report[]): Promise<readonly string[]> => {
    const done = await one.time.until(Promise.all(reports.map((report) => one.reports.submit(report))))
    return done.map((answer) => (E.isRight(answer) ? answer.right : answer.left._tag))
  }
  const sound = async (): Promise<void> => {
    expect((await right(checkInvariants(one.ports)())).violations).to.deep.equal([])
  }
  return { ...one, taken, record, sound }
}

describe('Recording reports', () => {
  it('writes concurrent reports in one transaction', async () => {
    const one = aRecorder()
    const messages = Array.from({ length: 5 }, () => one.accept({ attempt: 1 }))
    expect(await one.record(...messages.map(one.taken))).to.deep.equal(Array(5).fill('recorded'))
    expect(one.faults.calls('work')).to.equal(1)
    expect(messages.map((message) => one.now(message).billing)).to.deep.equal(Array(5).fill('settled'))
    await one.sound()
  })

  it('waits for storage that is unavailable for a while', async () => {
    const one = aRecorder()
    one.faults.plan('work', ...Array.from({ length: 10 }, () => 'away' as const))
    const message = one.accept({ attempt: 1 })
    expect(await one.record(one.taken(message))).to.deep.equal(['recorded'])
    expect(one.now(message).state).to.equal('SUBMITTED')
    expect(one.time.clock.nowMs() - NOW_MS).to.be.within(10_000, 60_000)
  })

  it('is tried for as long as the process lives, even during a long outage of storage', async () => {
    const one = aRecorder()
    one.faults.plan('work', ...Array.from({ length: 2_000 }, () => 'away' as const))
    const message = one.accept({ attempt: 1 })
    expect(await one.record(one.taken(message))).to.deep.equal(['recorded'])
    expect(one.time.clock.nowMs() - NOW_MS).to.be.greaterThan(2 * HOUR_MS)
    expect(one.now(message)).to.include({ state: 'SUBMITTED', billing: 'settled' })
    await one.sound()
  })

  for (const fault of ['answer lost', 'commit lost'] as const) {
    it(`repeats a commit with an unknown outcome (${fault}) without charging twice`, async () => {
      const one = aRecorder()
      one.faults.plan('work', fault)
      const message = one.accept({ attempt: 1 })
      expect(await one.record(one.taken(message))).to.deep.equal(['recorded'])
      expect(one.now(message)).to.include({ state: 'SUBMITTED', billing: 'settled' })
      await one.sound()
    })
  }

  it('finds the one message with damaged books, and records all others', async () => {
    const one = aRecorder()
    const messages = Array.from({ length: 7 }, () => one.accept({ attempt: 1 }))
    const broken = messages[3]
    const at = one.tables.events.findIndex(({ messageId }) => messageId === broken?.messageId)
    one.tables.events.splice(at, 1)
    const answers = await one.record(...messages.map(one.taken))
    expect(answers).to.deep.equal([
      'recorded',
      'recorded',
      'recorded',
      'refused',
      'recorded',
      'recorded',
      'recorded',
    ])
    expect(broken && one.now(broken).state).to.equal('ACCEPTED')
  })

  it('halves no second batch for an Organization whose reports are refused', async () => {
    const one = aRecorder()
    const breakBooks = (broken: Message): Message => {
      const at = one.tables.events.findIndex(({ messageId }) => messageId === broken.messageId)
      one.tables.events.splice(at, 1)
      return broken
    }
    /** The same message, in an Organization of its own. */
    const ofAnother = (organizationId: OrganizationId): Message => {
      const message = one.accept({ attempt: 1 })
      const moved = { ...message, organizationId }
      one.tables.messages.set(message.messageId, moved)
      return breakBooks(moved)
    }
    const organizationId = fresh.id('org')
    const some = () => [
      ...Array.from({ length: 7 }, () => one.accept({ attempt: 1 })),
      ofAnother(organizationId),
    ]
    const failuresNow = () => one.emitted.filter(({ _tag }) => _tag === 'PartFailed').length
    const failures = async (known: boolean): Promise<number> => {
      const before = failuresNow()
      const messages = some()
      const answers = await one.record(
        ...messages.map((message) => ({ ...one.taken(message), ...(known && { claimed: message }) })),
      )
      expect(answers).to.deep.equal([...Array<string>(7).fill('recorded'), 'refused'])
      return failuresNow() - before
    }
    // For eight, four, two and one.
    expect(await failures(true)).to.equal(4)
    expect(await failures(true)).to.equal(1)
    // The batch finds the report's Organization, fails once and continues without it.
    expect(await failures(false)).to.equal(2)
    expect(one.emitted.filter(({ _tag }) => _tag === 'OrganizationSetAside')).to.deep.equal([
      { _tag: 'OrganizationSetAside', batcher: 'settlement', organizationId, why: 'batch_failed' },
    ])
  })

  it("names the one message that couldn't be recorded, with its search keys", async () => {
    const one = aRecorder()
    const messages = Array.from({ length: 3 }, () => one.accept({ attempt: 1 }))
    const broken = messages[1] ?? aMessage()
    const at = one.tables.events.findIndex(({ messageId }) => messageId === broken.messageId)
    one.tables.events.splice(at, 1)
    await one.record(...messages.map(one.taken))
    const failed = one.emitted.flatMap((event) => (event._tag === 'PartFailed' ? [event.about] : []))
    expect(failed.filter((about) => about !== undefined)).to.deep.equal([traced(broken)])
  })

  it('reports the end of a message with its place, number of calls and duration', async () => {
    const one = aRecorder()
    const message = one.accept()
    one.provider.answer({
      _tag: 'PermanentFailure',
      failureCode: 'recipient_invalid',
      detail: 'no such number',
    })
    await one.time.advance(250)
    await one.dispatch(message)
    expect(one.emitted.filter(({ _tag }) => _tag === 'MessageEnded')).to.deep.equal([
      {
        _tag: 'MessageEnded',
        ...traced(message),
        channel: 'sms',
        state: 'FAILED',
        failureCode: 'recipient_invalid',
        providerAccountId: one.tenant.providerAccount.providerAccountId,
        attempts: 1,
        ageMs: one.time.clock.nowMs() - message.acceptedAtMs,
      },
    ])
  })

  it('counts a submission as the end if the provider sends no reports', async () => {
    const ends = async (report: Partial<Report>): Promise<number> => {
      const one = aRecorder()
      const message = one.accept({ attempt: 1 })
      await one.record({ ...one.taken(message), ...report } as Report)
      return one.emitted.filter(({ _tag }) => _tag === 'MessageEnded').length
    }
    expect([await ends({}), await ends({ isLastWord: true })]).to.deep.equal([0, 1])
  })

  it('reports each new state of a message, with its age', async () => {
    const one = aRecorder()
    const message = one.accept({ attempt: 1 })
    await one.time.advance(250)
    await one.record(one.taken(message))
    expect(one.emitted).to.deep.include({
      _tag: 'StateChanged',
      channel: 'sms',
      state: 'SUBMITTED',
      ageMs: 250,
    })
  })
})
