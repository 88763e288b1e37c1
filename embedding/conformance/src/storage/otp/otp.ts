import { expect } from 'chai'
import { countedSince, type PrefixBlock, type PrefixCount } from '@postrider/core/otp/domain/breaker'
import type { Challenge } from '@postrider/core/otp/domain/challenge'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { MessageQuestion } from '@postrider/core/tenancy/domain/tenant-scope'
import type { Storage } from '@postrider/core/assembly/storage'
import type { AcceptanceQuery, AcceptanceFacts } from '@postrider/core/messaging/ports/acceptance-storage'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { aChallenge } from '../../builders/a-challenge.js'
import { aMessage } from '../../builders/a-message.js'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { aRequest, credit, requestsQueryOf, judgeRequests, payingAccountOf } from '../messaging/accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { endMessages, planEnding, workItemOf } from '../messaging/settling.js'
import { record, sharing } from '../unit-work.js'

const HOUR_MS = 3_600_000

const asking = (challenge: Challenge): Pick<AcceptanceQuery, 'otps'> => ({
  otps: {
    destinations: [challenge.destination],
    sentSinceMs: NOW_MS - 24 * HOUR_MS,
    prefixes: [challenge],
    countedSinceMs: countedSince(NOW_MS),
  },
})

interface More {
  readonly counts?: readonly PrefixCount[]
  readonly blocks?: readonly PrefixBlock[]
  readonly sealed?: string
  /** Accepts only if this holds inside the transaction. */
  readonly if?: (known: AcceptanceFacts) => boolean
}

/** Accepts a message with the challenge; returns whether it was accepted. */
export const sendChallenge = async (
  storage: Storage,
  challenge: Challenge,
  more: More = {},
): Promise<boolean> => {
  const { messageId, organizationId, appId } = challenge
  const message = aMessage({
    messageId,
    organizationId,
    appId,
    lane: 'otp',
    sealedVariables: more.sealed ?? 'sealed',
  })
  const request = aRequest({ message })
  await credit(storage, payingAccountOf(message), 100)
  return right(
    storage.acceptance.accept({ ...requestsQueryOf([request]), ...asking(challenge) }, (known) => {
      if (more.if?.(known) === false) return writingNothing(false)
      const { counts = [], blocks = [] } = more
      const written = { challenges: [challenge], prefixCounts: counts, prefixBlocks: blocks }
      return { ...judgeRequests([request])(known), ...written, result: true }
    }),
  )
}

const factsOf = (storage: Storage, challenge: Challenge): Promise<AcceptanceFacts> =>
  right(storage.acceptance.accept(anAcceptanceQuery(asking(challenge)), (known) => writingNothing(known)))

/** The question for the challenge's own app. */
const ownQuestion = ({ messageId, organizationId, appId }: Challenge): MessageQuestion => ({
  messageId,
  scope: { organizationId, appId },
})

const answerTo = async (storage: Storage, question: MessageQuestion): Promise<Challenge | undefined> =>
  right(
    storage.otp.work([question], ({ challenges }) => ({
      challenges: [],
      verified: [],
      isCostly: false,
      result: challenges.get(question.messageId),
    })),
  )

const challengeOf = (storage: Storage, challenge: Challenge): Promise<Challenge | undefined> =>
  answerTo(storage, ownQuestion(challenge))

/** The message ends without a word of its provider: its code may have left. */
const neverConfirm = (storage: Storage, messageId: MessageId) =>
  storage.dispatch.work([workItemOf(messageId)], (known) => {
    const plan = planEnding([messageId], 'release', NOW_MS + 1)(known)
    const messages = plan.messages.map((message) => ({
      ...message,
      state: 'FAILED' as const,
      failureCode: 'outcome_unknown' as const,
    }))
    return { ...plan, messages }
  })

const sending = (at: StorageUnderTest): void => {
  it('store a new challenge with its message', async () => {
    const challenge = aChallenge()
    await sendChallenge(at.storage, challenge)
    expect(await challengeOf(at.storage, challenge)).to.deep.equal(challenge)
    const [evidence] = await right(at.storage.evidence.messages(undefined, 1))
    expect(evidence?.challenge).to.deep.equal(challenge)
    expect(evidence?.message.sealedVariables).to.equal('sealed')
  })

  it('supersede those of the same app, channel and destination once a newer code was submitted', async () => {
    const first = aChallenge()
    const { organizationId, appId, destination } = first
    const same = { organizationId, appId, destination }
    const other = aChallenge({ ...same, channel: 'whatsapp' })
    const elsewhere = aChallenge({ organizationId, appId })
    const newer = aChallenge({ ...same, createdAtMs: NOW_MS + 1 })
    const all = [other, elsewhere, first, newer]
    for (const challenge of all) await sendChallenge(at.storage, challenge)
    const states = () =>
      Promise.all(all.map(async (challenge) => (await challengeOf(at.storage, challenge))?.state))
    expect(await states()).to.deep.equal(Array(4).fill('PENDING'))
    await right(endMessages(at.storage, [newer.messageId], 'settlement', NOW_MS + 2))
    expect(await states()).to.deep.equal(['PENDING', 'PENDING', 'SUPERSEDED', 'PENDING'])
  })

  it('stay valid if the newer code never leaves, and end if it is verified', async () => {
    const first = aChallenge()
    const { organizationId, appId, destination } = first
    const same = { organizationId, appId, destination }
    const failed = aChallenge({ ...same, createdAtMs: NOW_MS + 1 })
    await sendChallenge(at.storage, first)
    await sendChallenge(at.storage, failed)
    await right(endMessages(at.storage, [failed.messageId], 'release', NOW_MS + 2))
    expect((await challengeOf(at.storage, first))?.state).to.equal('PENDING')
    const verified = aChallenge({ ...same, createdAtMs: NOW_MS + 3, state: 'VERIFIED' })
    await sendChallenge(at.storage, verified)
    expect((await challengeOf(at.storage, first))?.state).to.equal('SUPERSEDED')
    expect((await challengeOf(at.storage, verified))?.state).to.equal('VERIFIED')
  })

  it('end if their own code never left, so that refused sends allow no further guesses', async () => {
    const [refused, unknown] = [aChallenge(), aChallenge()]
    for (const challenge of [refused, unknown]) await sendChallenge(at.storage, challenge)
    await right(endMessages(at.storage, [refused.messageId], 'release', NOW_MS + 1))
    await right(neverConfirm(at.storage, unknown.messageId))
    expect((await challengeOf(at.storage, refused))?.state).to.equal('SUPERSEDED')
    expect((await challengeOf(at.storage, unknown))?.state).to.equal('PENDING')
    const { otpsSent } = await factsOf(at.storage, unknown)
    expect(otpsSent.get(unknown.destination)).to.have.length(1)
  })

  it('are not counted as sends if their message ended before a provider had it', async () => {
    const [left, kept] = [aChallenge(), aChallenge()]
    for (const challenge of [left, kept]) await sendChallenge(at.storage, challenge)
    await right(endMessages(at.storage, [left.messageId], 'release', NOW_MS + 1))
    await right(endMessages(at.storage, [kept.messageId], 'settlement', NOW_MS + 1))
    const countOf = async (challenge: Challenge) =>
      (await factsOf(at.storage, challenge)).otpsSent.get(challenge.destination)?.length ?? 0
    expect(await countOf(left)).to.equal(0)
    expect(await countOf(kept)).to.equal(1)
  })

  it('return the sends to a destination since a time, by any app', async () => {
    const { destination } = aChallenge()
    const old = aChallenge({ destination, createdAtMs: NOW_MS - 25 * HOUR_MS })
    const own = aChallenge({ destination, createdAtMs: NOW_MS - HOUR_MS })
    for (const challenge of [old, own, aChallenge()]) await sendChallenge(at.storage, challenge)
    const { otpsSent } = await factsOf(at.storage, own)
    expect(otpsSent.get(destination)).to.deep.equal([{ appId: own.appId, createdAtMs: own.createdAtMs }])
  })

  it('serialize two Organizations that send to a new destination at once', async () => {
    const other = await at.another()
    for (let round = 0; round < 8; round += 1) {
      const { destination } = aChallenge()
      const isFirst = (known: AcceptanceFacts): boolean =>
        (known.otpsSent.get(destination) ?? []).length === 0
      const accepted = await Promise.all(
        [at.storage, other, at.storage, other].map((storage) =>
          sendChallenge(storage, aChallenge({ destination }), { if: isFirst }),
        ),
      )
      expect(accepted.filter((isAccepted) => isAccepted)).to.have.length(1)
    }
  })

  it('erase the sealed code after the message moves on', async () => {
    const challenge = aChallenge()
    await sendChallenge(at.storage, challenge)
    const { messageId } = challenge
    await right(endMessages(at.storage, [messageId], 'settlement', NOW_MS))
    const evidence = await right(at.storage.evidence.messages(undefined, 1_000))
    const settled = evidence.find(({ message }) => message.messageId === messageId)
    expect(settled?.message.sealedVariables).to.equal(undefined)
  })
}

const verifying = (at: StorageUnderTest): void => {
  it('write attempts, state and verification, and nothing else of a challenge', async () => {
    const challenge = aChallenge()
    await sendChallenge(at.storage, challenge)
    const verified: Challenge = {
      ...challenge,
      attempts: 3,
      state: 'VERIFIED',
      verifiedAtMs: NOW_MS + 5,
      verifiedUnder: fresh.hex(32),
    }
    await right(
      at.storage.otp.work([ownQuestion(challenge)], () => ({
        challenges: [{ ...verified, mac: fresh.hex(64) }],
        verified: [],
        isCostly: true,
        result: undefined,
      })),
    )
    expect(await challengeOf(at.storage, challenge)).to.deep.equal(verified)
  })

  it('let one transaction at a time work on a challenge: no attempt is lost', async () => {
    const challenge = aChallenge()
    await sendChallenge(at.storage, challenge)
    const other = await at.another()
    const count = (storage: Storage) =>
      right(
        storage.otp.work([ownQuestion(challenge)], ({ challenges }) => {
          const held = challenges.get(challenge.messageId)
          if (held === undefined) throw new Error('the challenge is missing')
          const changed = held.attempts < 5 ? [{ ...held, attempts: held.attempts + 1 }] : []
          return { challenges: changed, verified: [], isCostly: true, result: changed.length }
        }),
      )
    const counted = await Promise.all(
      Array.from({ length: 12 }, (_, at_) => count(at_ % 2 === 0 ? at.storage : other)),
    )
    expect(counted.reduce((sum, one) => sum + one, 0)).to.equal(5)
    expect((await challengeOf(at.storage, challenge))?.attempts).to.equal(5)
  })

  it('hide a challenge from another app', async () => {
    const challenge = aChallenge()
    await sendChallenge(at.storage, challenge)
    const foreign = ownQuestion(aChallenge())
    expect(await answerTo(at.storage, { ...foreign, messageId: challenge.messageId })).to.equal(undefined)
    expect(await challengeOf(at.storage, challenge)).to.deep.equal(challenge)
  })

  it('return the epoch of the same time, and nothing for an unknown challenge', async () => {
    const known = await right(
      at.storage.otp.work([ownQuestion(aChallenge())], (seen) => ({
        challenges: [],
        verified: [],
        isCostly: true,
        result: seen,
      })),
    )
    expect(known.challenges.size).to.equal(0)
    const challenge = aChallenge()
    const { organizationId } = ownQuestion(challenge).scope
    expect(known.changes.everyone).to.be.at.most(await right(at.storage.catalog.epoch()))
    expect(known.changes.organizations.get(organizationId) ?? 0).to.equal(0)
  })
}

const guarding = (at: StorageUnderTest): void => {
  it('count sends absolutely and verifications by addition, for any concurrent writers', async () => {
    const challenge = aChallenge()
    const { appId, prefix } = challenge
    const slice = { appId, prefix, sliceMs: NOW_MS }
    await sendChallenge(at.storage, challenge, { counts: [{ ...slice, sends: 7, verified: 0 }] })
    const verify = () =>
      right(
        at.storage.otp.work([ownQuestion(challenge)], () => ({
          challenges: [],
          verified: [{ ...slice, sends: 0, verified: 1 }],
          isCostly: false,
          result: undefined,
        })),
      )
    await Promise.all([verify(), verify(), verify()])
    const next = aChallenge({ appId, prefix, organizationId: challenge.organizationId })
    await sendChallenge(at.storage, next, { counts: [{ ...slice, sends: 8, verified: 0 }] })
    const { prefixes } = await factsOf(at.storage, challenge)
    expect([...prefixes.values()]).to.deep.equal([
      { counts: [{ ...slice, sends: 8, verified: 3 }], block: undefined },
    ])
  })

  it('delete the oldest slices first, of any app, a limited number at a time', async () => {
    const challenge = aChallenge()
    const { appId, prefix } = challenge
    const other = { appId: fresh.id('app'), prefix: '+4474' }
    const slices = [300, 100, 200].map((sliceMs) => ({ appId, prefix, sliceMs, sends: 1, verified: 0 }))
    const counts = [...slices, { ...other, sliceMs: 100, sends: 1, verified: 1 }]
    await sendChallenge(at.storage, challenge, { counts })
    const purge = (most: number) => right(at.storage.otp.purgeSlices(300, most))
    const left = async () => {
      const otps = { destinations: [], sentSinceMs: 0, prefixes: [challenge, other], countedSinceMs: 0 }
      const query = anAcceptanceQuery({ otps })
      const known = await right(at.storage.acceptance.accept(query, (seen) => writingNothing(seen)))
      const found = [...known.prefixes.values()].flatMap((facts) => facts.counts)
      return found.map(({ sliceMs }) => sliceMs).sort((one, two) => one - two)
    }
    expect(await left()).to.deep.equal([100, 100, 200, 300])
    expect(await purge(1)).to.equal(1)
    expect(await left()).to.deep.equal([200, 300])
    expect(await purge(9)).to.equal(1)
    expect(await purge(9)).to.equal(0)
    expect(await left()).to.deep.equal([300])
  })

  it('store a block without an acceptance, list it while it is active, and lift it with its audit event', async () => {
    const { appId, prefix } = aChallenge()
    const block: PrefixBlock = {
      appId,
      prefix,
      blockedAtMs: NOW_MS,
      untilMs: NOW_MS + 12 * HOUR_MS,
      sends: 30,
      verified: 1,
      liftedAtMs: undefined,
    }
    await right(
      at.storage.acceptance.accept(anAcceptanceQuery(), () => ({
        ...writingNothing(undefined),
        prefixBlocks: [block],
      })),
    )
    const blocks = (nowMs: number) => right(at.storage.otp.blocks(nowMs, 10))
    expect(await blocks(NOW_MS)).to.deep.equal([block])
    expect(await blocks(block.untilMs)).to.deep.equal([])
    const event = anAuditEvent({ action: 'prefix_block.lift' })
    const audited = await sharing(at, async (unit) => {
      expect(await unit.prefixBlocks.lock({ appId, prefix: '+4474' })).to.equal(undefined)
      const held = await unit.prefixBlocks.lock({ appId, prefix })
      expect(held).to.deep.equal(block)
      unit.prefixBlocks.replace({ ...block, liftedAtMs: NOW_MS + 1 })
      return record(unit, event)
    })
    expect(await blocks(NOW_MS)).to.deep.equal([])
    expect(await right(at.storage.audit.list(undefined, 10))).to.deep.equal([audited])
  })
}

/** Tests challenges, velocity facts and the SMS pumping breaker's records. */
export const otpSuite = (open: OpenStorage): void => {
  describe('OTPs', () => {
    describe('when they are sent', () => sending(useStorage(open, 'test')))
    describe('when they are verified', () => verifying(useStorage(open)))
    describe('against toll fraud', () => guarding(useStorage(open, 'test')))
  })
}
