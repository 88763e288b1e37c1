import type { Digest } from '../../../kernel/digests/digest.js'
import {
  breaker,
  type PrefixBlock,
  type PrefixCount,
  type PrefixFacts,
  prefixKey,
  sliceOf,
} from '../../../otp/domain/breaker.js'
import type { Challenge } from '../../../otp/domain/challenge.js'
import { type PastSend, velocityWaitMs } from '../../../otp/domain/velocity.js'
import { type Refusal, refusalSaying, tooManyRequests } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Candidate, CandidateOtp } from './candidate.js'
import type { JudgeFacts } from './judge-facts.js'

/** The OTP changes of a batch. */
export interface OtpChanges {
  /** New challenges; none ends an earlier one before its code was submitted. */
  readonly challenges: readonly Challenge[]
  /** The number of OTPs sent to each prefix in the current time slice; `verified` isn't written. */
  readonly prefixCounts: readonly PrefixCount[]
  /** Prefixes that the SMS pumping breaker blocks from now on. */
  readonly prefixBlocks: readonly PrefixBlock[]
}

/**
 * Velocity limits, SMS pumping protection and challenges. Each OTP sees the effect of the previous ones
 * (docs/api/otp).
 */
export interface OtpWorkingSet {
  /**
   * Checks one more OTP against the velocity limits, then against the breaker. Undefined if it is allowed.
   */
  check(candidate: Candidate, otp: CandidateOtp): Refusal | undefined
  /** Counts an accepted OTP and starts its challenge. */
  accept(candidate: Candidate, otp: CandidateOtp): void
  written(): OtpChanges
}

const NO_PREFIX: PrefixFacts = { counts: [], block: undefined }

const beginning = (candidate: Candidate, otp: CandidateOtp, nowMs: EpochMs): Challenge => {
  const { messageId, organizationId, appId, request } = candidate
  const { destination, prefix, mac, ttlMs } = otp
  return {
    messageId,
    organizationId,
    appId,
    channel: request.channel,
    destination,
    prefix,
    mac,
    attempts: 0,
    state: 'PENDING',
    createdAtMs: nowMs,
    expiresAtMs: nowMs + ttlMs,
    verifiedAtMs: undefined,
    verifiedUnder: undefined,
  }
}

/** Counts one more OTP in the current time slice. */
const countedOnce = (
  { counts, block }: PrefixFacts,
  of: Pick<PrefixCount, 'appId' | 'prefix'>,
  nowMs: EpochMs,
): { readonly counted: PrefixFacts; readonly count: PrefixCount } => {
  const sliceMs = sliceOf(nowMs)
  const present = counts.find((count) => count.sliceMs === sliceMs) ?? {
    ...of,
    sliceMs,
    sends: 0,
    verified: 0,
  }
  const count = { ...present, sends: present.sends + 1 }
  return {
    count,
    counted: { block, counts: [...counts.filter((other) => other.sliceMs !== sliceMs), count] },
  }
}

/** Opens the working set of the OTPs. It is pure except for its own memory. */
export const openOtpWorkingSet = (
  facts: Pick<JudgeFacts, 'otpsSent' | 'prefixes'>,
  nowMs: EpochMs,
): OtpWorkingSet => {
  const sent = new Map<Digest, readonly PastSend[]>()
  const challenges: Challenge[] = []
  const prefixes = new Map<string, PrefixFacts>()
  const prefixCounts = new Map<string, PrefixCount>()
  const prefixBlocks = new Map<string, PrefixBlock>()

  const sentTo = (to: Digest): readonly PastSend[] => sent.get(to) ?? facts.otpsSent.get(to) ?? []
  const factsOf = (key: string): PrefixFacts => prefixes.get(key) ?? facts.prefixes.get(key) ?? NO_PREFIX

  return {
    check: ({ appId }, { isUnlimited, destination, prefix }) => {
      if (isUnlimited) return undefined
      const waitMs = velocityWaitMs(sentTo(destination), appId, nowMs)
      if (waitMs > 0) return tooManyRequests(waitMs)
      const key = prefixKey({ appId, prefix })
      const verdict = breaker({ appId, prefix }, factsOf(key), nowMs)
      if (verdict._tag === 'Pass') return undefined
      if (verdict._tag === 'Trip') {
        prefixBlocks.set(key, verdict.block)
        prefixes.set(key, { ...factsOf(key), block: verdict.block })
      }
      return refusalSaying('DestinationNotAllowed', 'Codes to this number range are blocked.')
    },
    accept: (candidate, otp) => {
      const { appId } = candidate
      const { destination, prefix, isUnlimited } = otp
      challenges.push(beginning(candidate, otp, nowMs))
      if (isUnlimited) return
      sent.set(destination, [...sentTo(destination), { appId, createdAtMs: nowMs }])
      const key = prefixKey({ appId, prefix })
      const { counted, count } = countedOnce(factsOf(key), { appId, prefix }, nowMs)
      prefixes.set(key, counted)
      prefixCounts.set(key, count)
    },
    written: () => ({
      challenges,
      prefixCounts: [...prefixCounts.values()],
      prefixBlocks: [...prefixBlocks.values()],
    }),
  }
}
