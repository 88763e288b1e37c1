import type { SwitchFacts } from '../../../messaging/domain/dispatch/next-step.js'
import type { AppId } from '../../../kernel/ids/id.js'
import type { Message } from '../../../messaging/domain/messages/message.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import {
  type RecentMessage,
  type SwitchEffect,
  SWITCH_EFFECTS,
  effectOn,
  isTaken,
  type WaitingMessage,
} from './switch-effect.js'
import { factsAfter, type KillSwitch } from './kill-switch.js'

/** Money of one environment in one currency. */
export interface MoneyCount {
  readonly environment: Environment
  readonly currency: string
  readonly amountMinor: number
}

/** A number of messages, and the money that they hold or held. */
export interface MessageCount {
  readonly messages: number
  readonly money: readonly MoneyCount[]
}

/** The effect of a switch on one app. */
export interface AppCount {
  readonly facts: SwitchFacts
  readonly waiting: number
  readonly accepted: number
}

/** The effect of a switch on the messages that were examined. */
export interface SwitchPreview {
  readonly waiting: Readonly<Record<SwitchEffect, MessageCount>>
  /** Recently accepted messages that would have been refused. */
  readonly refused: MessageCount
  /** Most affected first. */
  readonly apps: readonly AppCount[]
}

type Costly = Pick<Message, 'environment' | 'charge'>

/** Counts messages, and adds up their cost by environment and currency. */
export const messageCounter = () => {
  const money = new Map<string, MoneyCount>()
  let messages = 0
  return {
    add: ({ environment, charge: { currency, amountMinor } }: Costly): void => {
      messages += 1
      const key = `${environment} ${currency}`
      const before = money.get(key)?.amountMinor ?? 0
      money.set(key, { environment, currency, amountMinor: before + amountMinor })
    },
    count: (): MessageCount => ({
      messages,
      money: [...money].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each),
    }),
  }
}

/** The records examined to preview a switch. */
export interface SwitchEvidence {
  readonly facts: ReadonlyMap<AppId, SwitchFacts>
  readonly waiting: readonly WaitingMessage[]
  readonly accepted: readonly RecentMessage[]
}

const isHit = (waiting: number, accepted: number): boolean => waiting > 0 || accepted > 0

/** Previews a switch by the rules of dispatchers and acceptance; pure. */
export const previewSwitched = (
  kill: KillSwitch,
  { facts, waiting, accepted }: SwitchEvidence,
  nowMs: EpochMs,
): SwitchPreview => {
  const after = new Map([...facts].map(([appId, each]) => [appId, factsAfter(kill, each)]))
  const byEffect = Object.fromEntries(SWITCH_EFFECTS.map((effect) => [effect, messageCounter()])) as Record<
    SwitchEffect,
    ReturnType<typeof messageCounter>
  >
  const refused = messageCounter()
  const hits = new Map<AppId, { waiting: number; accepted: number }>()
  const hit = (appId: AppId) => {
    const known = hits.get(appId) ?? { waiting: 0, accepted: 0 }
    hits.set(appId, known)
    return known
  }
  for (const message of waiting) {
    const [now, then] = [facts.get(message.appId), after.get(message.appId)]
    if (now === undefined || then === undefined) continue
    const effect = effectOn(message, now, then, nowMs)
    if (effect === undefined) continue
    byEffect[effect].add(message)
    hit(message.appId).waiting += 1
  }
  for (const message of accepted) {
    const [now, then] = [facts.get(message.appId), after.get(message.appId)]
    if (now === undefined || then === undefined || !isTaken(now, message) || isTaken(then, message)) continue
    refused.add(message)
    hit(message.appId).accepted += 1
  }
  const isNamed = kill.operation !== 'blockDestination' && kill.operation !== 'unblockDestination'
  const apps = [...facts].map(([appId, each]) => ({ facts: each, ...(hits.get(appId) ?? NOTHING) }))
  return {
    waiting: Object.fromEntries(
      SWITCH_EFFECTS.map((effect) => [effect, byEffect[effect].count()]),
    ) as SwitchPreview['waiting'],
    refused: refused.count(),
    apps: apps
      .filter((one) => isNamed || isHit(one.waiting, one.accepted))
      .sort((one, other) => other.waiting + other.accepted - (one.waiting + one.accepted)),
  }
}

const NOTHING = { waiting: 0, accepted: 0 }
