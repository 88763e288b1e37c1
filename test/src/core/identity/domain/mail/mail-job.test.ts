import { expect } from 'chai'
import fc from 'fast-check'
import {
  afterAttempt,
  isWorthSending,
  type MailJob,
  type MailKind,
  newMailJob,
} from '@postrider/core/identity/domain/mail/mail-job'
import { check } from '../../../check.js'

const START_MS = 1_800_000_000_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const aJob = (kind: MailKind = 'invitation'): MailJob =>
  newMailJob({ mailJobId: '0123456789abcdef0123456789abcdef', kind, sealed: 'sealed' }, START_MS)

/**
 * The times of the attempts of an email that is never accepted, each with its duration, and the final result.
 */
const attemptsOf = (first: MailJob, tookMs = 0) => {
  const atMs: number[] = []
  let job = first
  for (;;) {
    atMs.push(job.dueAtMs - START_MS)
    const after = afterAttempt(job, 'later', job.dueAtMs + tookMs)
    if (after._tag !== 'Again') return { atMs, last: after._tag, attempts: job.attempts + 1 }
    job = after.job
  }
}

describe('A waiting email', () => {
  it('is due at once, and useful while its link works or its notice is current', () => {
    expect(aJob()).to.include({ createdAtMs: START_MS, dueAtMs: START_MS, attempts: 0 })
    const validity = (kind: MailKind) => aJob(kind).expiresAtMs - START_MS
    expect(validity('recovery')).to.equal(30 * MINUTE_MS)
    expect(validity('invitation')).to.equal(7 * DAY_MS)
    expect(validity('password_changed')).to.equal(2 * DAY_MS)
    expect(validity('sessions_ended')).to.equal(2 * DAY_MS)
    expect(validity('super_admin_enrolment')).to.equal(7 * DAY_MS)
  })

  it("isn't sent from its expiry on", () => {
    const job = aJob('recovery')
    expect(isWorthSending(job, job.expiresAtMs - 1)).to.equal(true)
    expect(isWorthSending(job, job.expiresAtMs)).to.equal(false)
  })
})

describe('After an attempt, an email', () => {
  it('is done if it was sent and dropped if it was refused, even when it is late', () => {
    const job = aJob('recovery')
    for (const nowMs of [START_MS, job.expiresAtMs + DAY_MS]) {
      expect(afterAttempt(job, 'sent', nowMs)).to.deep.equal({ _tag: 'Done' })
      expect(afterAttempt(job, 'refused', nowMs)).to.deep.equal({ _tag: 'Dropped' })
    }
  })

  it('waits 10 s, then twice as long each time, up to 15 min', () => {
    const { atMs } = attemptsOf(aJob())
    const waits = atMs.slice(1, 11).map((at, index) => (at - (atMs[index] ?? 0)) / 1000)
    expect(waits).to.deep.equal([10, 20, 40, 80, 160, 320, 640, 900, 900, 900])
  })

  it('waits from the end of the attempt', () => {
    const after = afterAttempt(aJob(), 'later', START_MS + 5_000)
    expect(after).to.deep.equal({
      _tag: 'Again',
      job: { ...aJob(), attempts: 1, dueAtMs: START_MS + 15_000 },
    })
  })

  it('has expired if its next attempt would be too late', () => {
    const { atMs, last } = attemptsOf(aJob('recovery'))
    expect(last).to.equal('Expired')
    expect(atMs.map((at) => at / 1000)).to.deep.equal([0, 10, 30, 70, 150, 310, 630, 1270])
    const job = { ...aJob('recovery'), attempts: 0 }
    expect(afterAttempt(job, 'later', job.expiresAtMs - 10_001)).to.have.property('_tag', 'Again')
    expect(afterAttempt(job, 'later', job.expiresAtMs - 10_000)).to.have.property('_tag', 'Expired')
    expect(afterAttempt(job, 'later', job.expiresAtMs)).to.have.property('_tag', 'Expired')
  })

  it('ends at some time, for any kind and any duration of attempts', () => {
    const kind = fc.constantFrom<MailKind>(
      'recovery',
      'invitation',
      'password_changed',
      'sessions_ended',
      'second_factor_changed',
      'new_device',
      'agent_key_made',
      'low_balance',
      'webhook_failing',
      'webhook_disabled',
      'super_admin_enrolment',
    )
    check(
      fc.property(kind, fc.nat(60_000), (one, tookMs) => {
        const { atMs, last } = attemptsOf(aJob(one), tookMs)
        expect(last).to.equal('Expired')
        expect(Math.max(...atMs)).to.be.lessThan(aJob(one).expiresAtMs - START_MS)
      }),
    )
  })
})
