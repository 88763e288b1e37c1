import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '@postrider/core/kernel/ports/random'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { DemoApi } from './demo-api.js'
import type { DemoTenant } from './demo-tenant.js'
import { readCode } from './read-code.js'
import { MOST_MESSAGES, trafficAt } from './traffic-plan.js'

/** Continuous sandbox messages while a visitor uses the console. */
export interface Traffic {
  /** Resolves with the number of messages, once it has ended or was stopped. */
  readonly ended: Promise<number>
}

interface TrafficNeeds {
  readonly api: DemoApi
  readonly tenant: DemoTenant
  /** The tenant's own inbox, where its recipients read their codes. */
  readonly inbox: string
  readonly random: Random
}

const LONGEST_MS = 30 * MINUTE_MS

/** Three per second. */
const EVERY_MS = 333

/** How long a recipient takes to read a code, and the maximum number of tries. */
const READS_AFTER_MS = 1_500
const MOST_LOOKS = 10

/** Reads the code as a recipient would, and enters it. */
const enter = async (
  { api, tenant, inbox }: TrafficNeeds,
  otp: { readonly messageId: string; readonly challengeId: string },
  signal: AbortSignal,
): Promise<void> => {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await pause(READS_AFTER_MS, undefined, { signal })
    const code = readCode(inbox, otp.messageId)
    if (code !== undefined) return void (await api.verify(tenant, otp.challengeId, code))
  }
}

const sendAt = async (turn: number, needs: TrafficNeeds, signal: AbortSignal): Promise<void> => {
  const { api, tenant, random } = needs
  const planned = trafficAt(turn, random.fraction())
  if (planned.template === 'otpSms') {
    const otp = await api.sendOtp(tenant, planned.to)
    if (planned.isEntered) await enter(needs, otp, signal)
  } else await api.send(tenant, planned.template, planned.to, planned.clientReference)
}

const flow = async (needs: TrafficNeeds, signal: AbortSignal): Promise<number> => {
  const underWay = new Set<Promise<void>>()
  const endAt = performance.now() + LONGEST_MS
  let turn = 0
  for (; turn < MOST_MESSAGES && performance.now() < endAt && !signal.aborted; turn += 1) {
    // A visitor of the console may have stopped the tenant, so a refused message is skipped and the next one
    // is tried.
    const sending: Promise<void> = sendAt(turn, needs, signal)
      .catch(() => undefined)
      .finally(() => underWay.delete(sending))
    underWay.add(sending)
    await pause(EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  await Promise.all(underWay)
  return turn
}

/**
 * Sends a few messages per second with several outcomes, until the signal, for at most half an hour and 5,000
 * messages.
 */
export const startTraffic = (needs: TrafficNeeds, signal: AbortSignal): Traffic => ({
  ended: flow(needs, signal),
})
