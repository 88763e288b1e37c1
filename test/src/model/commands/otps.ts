import fc from 'fast-check'
import { expect } from 'chai'
import { challengeIdOf } from '@postrider/core/otp/domain/challenge'
import { compareAcceptance, failureOf } from '../compare.js'
import type { Model, ModelChallenge, PricedChannel, Wish } from '../model.js'
import { sendOtp, verify } from '../model-otps.js'
import type { Run } from '../run.js'
import { command, type Command } from './command.js'
import { advanceOf, dispatchOf } from './delivery.js'
import { mostly, nameOf, otpWishes, usualWish } from './wishes.js'

const LENGTH = 6
const KEYS = 6

const isPriced = (channel: Wish['channel']): channel is PricedChannel => channel !== 'email'

/** Sends one OTP and compares the response. */
const otp = async (model: Model, run: Run, key: string, wish: Wish, ttlSeconds: number): Promise<void> => {
  const { channel, to } = run.request(wish)
  if (!isPriced(channel)) return
  const answer = await run.platform.postrider.sendOtp(run.caller, key, {
    channel,
    to,
    templateId: run.otpTemplate(wish),
    otpVariable: 'code',
    otpLength: LENGTH,
    ttlSeconds,
    variables: {},
  })()
  compareAcceptance('the OTP', answer, sendOtp(model, key, wish, ttlSeconds * 1_000))
  if (answer._tag === 'Right')
    expect(answer.right.challengeId).to.equal(challengeIdOf(answer.right.messageId))
}

const otpOf = (key: number, wish: Wish, ttlSeconds: number): Command =>
  command(`OTP key-${key} ${nameOf(wish)} for ${ttlSeconds} s`, (model, run) =>
    otp(model, run, `key-${key}`, wish, ttlSeconds),
  )

interface Series {
  readonly wish: Wish
  readonly count: number
  readonly gapMs: number
}

/** Repeated OTPs to one number, each dispatched, which reach the velocity limits. */
const seriesOf = ({ wish, count, gapMs }: Series): Command =>
  command(`${count} OTPs ${nameOf(wish)} every ${gapMs} ms`, async (model, run) => {
    for (let sent = 0; sent < count; sent += 1) {
      await advanceOf(gapMs).run(model, run)
      await otp(model, run, `series-${model.nowMs}`, wish, 900)
      await dispatchOf('taken').run(model, run)
    }
  })

/**
 * A code offered for the challenge at this position, counted from the newest. Higher positions mean an
 * unknown challenge.
 */
interface Offered {
  readonly place: number
  readonly isRight: boolean
  readonly key: string | undefined
}

const changed = (code: string): string => code.replace(/[0-9]$/, (digit) => String((Number(digit) + 1) % 10))

const challengeAt = ({ challenges }: Model, place: number): ModelChallenge | undefined =>
  challenges.at(-1 - (place % (challenges.length + 1)))

const nameOfOffer = ({ place, isRight, key }: Offered): string =>
  `${isRight ? 'right' : 'wrong'} for ${place}${key === undefined ? '' : ` under ${key}`}`

/** Codes that are offered at the same time. */
const verifyOf = (offered: readonly Offered[]): Command =>
  command(`verify ${offered.map(nameOfOffer).join(', ')}`, async (model, { platform, caller }) => {
    const offers = offered.map(({ place, ...offer }) => ({ ...offer, challenge: challengeAt(model, place) }))
    const answers = await Promise.all(
      offers.map(({ challenge, isRight, key }) => {
        const messageId = challenge?.message.messageId ?? platform.ports.ids.next('msg')
        const challengeId = challengeIdOf(messageId)
        const code = platform.codes.get(challengeId) ?? '000000'
        const offer = { challengeId, code: isRight ? code : changed(code), idempotencyKey: key }
        return platform.postrider.verifyOtp(caller, offer)()
      }),
    )
    const results = answers.map((answer) => (answer._tag === 'Right' ? 'verified' : failureOf(answer.left)))
    const failed = { refusedAs: 'OtpVerificationFailed', retryAfterMs: undefined }
    const expected = verify(model, offers).map((isVerified) => (isVerified ? 'verified' : failed))
    expect(results, 'the verifications').to.deep.equal(expected)
  })

/** Waits until the challenge at this position has expired, or a millisecond less. */
const endOf = (place: number, earlierMs: number): Command =>
  command(`advance to ${earlierMs} ms before the end of ${place}`, async (model, run) => {
    const leftMs = (challengeAt(model, place)?.expiresAtMs ?? 0) - earlierMs - model.nowMs
    if (leftMs > 0) await advanceOf(leftMs).run(model, run)
  })

const ttlSeconds = fc.constantFrom(30, 60, 300, 900)

export const otps = fc
  .nat({ max: KEYS - 1 })
  .chain((key) =>
    mostly([usualWish(key % 4), 900] as const, fc.tuple(otpWishes, ttlSeconds)).map(([wish, ttl]) =>
      otpOf(key, wish, ttl),
    ),
  )

export const otpSeries = fc
  .record<Series>({
    wish: otpWishes.map((wish) => ({ ...wish, hasTemplate: true })),
    count: fc.integer({ min: 2, max: 11 }),
    gapMs: fc.constantFrom(15_000, 29_999, 30_000, 45_000, 121_000),
  })
  .map(seriesOf)

const place = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.nat({ max: 12 }) },
)
export const ends = fc.tuple(place, fc.constantFrom(0, 1)).map(([one, earlierMs]) => endOf(one, earlierMs))

const verifyKey = fc.constantFrom(undefined, 'verify-1', 'verify-1', 'verify-2')

export const verifies = fc
  .record<Offered>({ place, isRight: mostly(true, fc.constant(false)), key: verifyKey })
  .map((offered) => verifyOf([offered]))

/**
 * Offers for one challenge, mostly all right or all wrong and mostly without keys: exactly one succeeds, or
 * none.
 */
export const verifiesTogether = fc.tuple(place, fc.boolean()).chain(([one, usual]) =>
  fc
    .array(
      fc.record<Offered>({
        place: fc.constant(one),
        isRight: mostly(usual, fc.boolean()),
        key: mostly(undefined, verifyKey),
      }),
      { minLength: 2, maxLength: 7, size: 'max' },
    )
    .map(verifyOf),
)
