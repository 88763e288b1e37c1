import { judge, type Model, type ModelChallenge, refused, type Verdict, type Wish } from './model.js'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const MAX_ATTEMPTS = 5

/** The number of OTPs to a destination within each period, of one app. */
const VELOCITIES = [
  { most: 1, withinMs: 30 * SECOND_MS },
  { most: 5, withinMs: 10 * MINUTE_MS },
  { most: 10, withinMs: 24 * 60 * MINUTE_MS },
]

const UNSENT = new Set(['FAILED', 'EXPIRED', 'CANCELLED'])

/** The time until one more OTP to the number is allowed. */
const velocityWaitMs = ({ challenges, nowMs }: Model, to: number): number => {
  const times = challenges
    .filter(({ message }) => message.to === to && !UNSENT.has(message.state))
    .map(({ createdAtMs }) => createdAtMs)
  const waits = VELOCITIES.map(({ most, withinMs }) => {
    const oldest = times.at(-most)
    return oldest === undefined ? 0 : Math.max(0, oldest + withinMs - nowMs)
  })
  return Math.max(...waits)
}

/** How long the oldest OTP has waited for the queue, as read within the last second. */
const waitedMs = (model: Model): number => {
  const { lastLook, messages, nowMs } = model
  if (lastLook !== undefined && nowMs - lastLook.atMs < SECOND_MS) return lastLook.waitedMs
  const waiting = messages.filter(({ isOtp, state }) => isOtp && state === 'ACCEPTED')
  const look = { atMs: nowMs, waitedMs: nowMs - (waiting[0]?.acceptedAtMs ?? nowMs) }
  model.lastLook = look
  return look.waitedMs
}

/** An OTP, unless others wait too long. Its code supersedes the earlier ones once it is submitted. */
export const sendOtp = (model: Model, key: string, wish: Wish, ttlMs: number): Verdict => {
  if (waitedMs(model) > ttlMs / 2 && !model.keys.has(`otp/${key}`)) return refused('Overloaded')
  const { nowMs, challenges } = model
  const verdict = judge(model, `otp/${key}`, wish, { ttlMs, waitMs: velocityWaitMs(model, wish.to) })
  if (verdict._tag === 'Refused' || verdict.replayed) return verdict
  const { message } = verdict
  const times = { createdAtMs: nowMs, expiresAtMs: nowMs + ttlMs }
  const verified = { verifiedAtMs: undefined, verifiedUnder: undefined }
  challenges.push({ message, ...times, attempts: 0, state: 'PENDING', ...verified })
  return verdict
}

const SENT = new Set(['SUBMITTED', 'DELIVERED', 'READ'])

/** Whether its code never left, or a newer code to the same channel and number was submitted or verified. */
const isOver = ({ challenges }: Model, { message, createdAtMs }: ModelChallenge): boolean =>
  UNSENT.has(message.state) ||
  challenges.some(
    (newer) =>
      newer.createdAtMs > createdAtMs &&
      newer.message.to === message.to &&
      newer.message.channel === message.channel &&
      (newer.state === 'VERIFIED' || SENT.has(newer.message.state)),
  )

/** A code that is offered, with undefined for an unknown challenge. */
export interface ModelOffer {
  readonly challenge: ModelChallenge | undefined
  readonly isRight: boolean
  readonly key: string | undefined
}

const isRepeat = (challenge: ModelChallenge, key: string | undefined, nowMs: number): boolean =>
  challenge.state === 'VERIFIED' &&
  key !== undefined &&
  challenge.verifiedUnder === key &&
  nowMs - (challenge.verifiedAtMs ?? 0) <= 10 * MINUTE_MS

/** Whether an offer can succeed if it is right. Counts an attempt, once for the same verification. */
const isWorthLooking = (
  { challenge, isRight, key }: ModelOffer,
  seen: Set<string>,
  model: Model,
): boolean => {
  if (challenge === undefined) return false
  if (isRepeat(challenge, key, model.nowMs)) return true
  const same = `${model.challenges.indexOf(challenge)} ${key} ${isRight}`
  if (key !== undefined && seen.has(same)) return true
  if (challenge.state !== 'PENDING' || model.nowMs >= challenge.expiresAtMs) return false
  if (isOver(model, challenge)) return false
  seen.add(same)
  challenge.attempts += 1
  if (challenge.attempts === MAX_ATTEMPTS) challenge.state = 'LOCKED'
  return true
}

/** Concurrent offers: all are counted first, then the first right one wins. */
export const verify = (model: Model, offers: readonly ModelOffer[]): readonly boolean[] => {
  const { nowMs } = model
  const seen = new Set<string>()
  const worthy = offers.map((offer) => isWorthLooking(offer, seen, model))
  return offers.map(({ challenge, isRight, key }, at) => {
    if (challenge === undefined || !isRight || worthy[at] !== true) return false
    if (isRepeat(challenge, key, nowMs)) return true
    const isOpen = challenge.state === 'PENDING' || challenge.state === 'LOCKED'
    if (!isOpen || nowMs >= challenge.expiresAtMs || isOver(model, challenge)) return false
    challenge.state = 'VERIFIED'
    challenge.verifiedAtMs = nowMs
    challenge.verifiedUnder = key
    return true
  })
}
