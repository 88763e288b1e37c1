import type { AccountHealth } from '@postrider/core/providers/domain/calls/account-health'
import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import type { Random } from '@postrider/core/kernel/ports/random'
import { semaphore } from '@postrider/core/kernel/batching/semaphore'
import { bindSession } from './bind-session.js'
import type { SmppSettings } from './smpp-settings.js'
import type { SessionRules, SessionUse, SmppSession } from './smpp-session.js'

/** The sessions of an account, reopened whenever they end. */
export interface SessionPool {
  /**
   * The least busy session that can send; waits for one that is being opened. Undefined if none is open in
   * time, or none can be opened: then `whyNot` has the reason.
   */
  take(waitMs: number): Promise<SmppSession | undefined>
  whyNot(): SessionProblem
  health(): SessionHealth
  /** Ends all of them. */
  close(): Promise<void>
}

interface Needs extends SessionRules {
  readonly random: Random
  readonly clock: Clock
  readonly networks: ProviderNetworks
}

/** Why no session could be opened. */
export interface SessionProblem {
  readonly detail: string
  /** The SMSC rejects the account's login. */
  readonly isLoginRefused: boolean
}

/** The health of an account's sessions. */
export type SessionHealth = Omit<AccountHealth, 'callsInFlight'>

/** A session and its successors. */
interface Kept {
  readonly use: SessionUse
  session: SmppSession | undefined
  /** Why the last try failed; undefined if there is no known problem. */
  problem: SessionProblem | undefined
  /** Aborts waiting or opening. */
  stop: () => void
  /** Whether it is no longer reopened. */
  isStopped: boolean
}

const AFTER_REFUSED_LOGIN_MS = 30 * SECOND_MS
const SHORTEST_CEILING_MS = SECOND_MS
const LONGEST_CEILING_MS = MINUTE_MS
/** A session that was open this long counts as healthy: the next try is a first one. */
const WELL_AFTER_MS = 10 * SECOND_MS

const usesOf = ({ bind, binds }: SmppSettings): readonly SessionUse[] =>
  Array.from({ length: binds }, (): readonly SessionUse[] =>
    bind === 'pair' ? ['transmitter', 'receiver'] : ['transceiver'],
  ).flat()

/** Keeps one session open until it is stopped: at most one of an account is being opened at a time. */
const keepOpen = (
  settings: SmppSettings,
  needs: Needs,
  kept: Kept,
  opening: ReturnType<typeof semaphore>,
  changed: () => void,
): void => {
  const { timers, random } = needs
  let failures = 0
  const begin = (): void => {
    let isServed = false
    const leave = opening.acquire(undefined, () => {
      isServed = true
      void open()
    })
    if (!isServed) kept.stop = leave
  }
  const again = (delayMs: number): void => {
    if (!kept.isStopped) kept.stop = timers.after(delayMs, begin)
  }
  const backOffMs = (): number =>
    random.fraction() * Math.min(LONGEST_CEILING_MS, SHORTEST_CEILING_MS * 2 ** Math.min(failures, 10))
  const open = async (): Promise<void> => {
    const outcome = await bindSession(settings, kept.use, needs, (breakOff) => {
      kept.stop = breakOff
    })
    opening.release()
    if (kept.isStopped) {
      if (outcome._tag === 'Open') outcome.session.destroy()
      return
    }
    if (outcome._tag === 'Failed') {
      kept.problem = outcome
      again(outcome.isLoginRefused ? AFTER_REFUSED_LOGIN_MS : backOffMs())
      failures += 1
      changed()
      return
    }
    kept.session = outcome.session
    kept.problem = undefined
    const stopTelling = timers.after(WELL_AFTER_MS, () => (failures = 0))
    kept.stop = stopTelling
    outcome.session.onEnd(() => {
      stopTelling()
      kept.session = undefined
      changed()
      again(backOffMs())
      failures += 1
    })
    changed()
  }
  begin()
}

const leastBusy = (sessions: readonly SmppSession[]): SmppSession | undefined =>
  sessions.reduce<SmppSession | undefined>(
    (best, one) => (best === undefined || one.window.taken() < best.window.taken() ? one : best),
    undefined,
  )

/** The combined health of sessions: as long as one can send, the account works. */
const statusOf = (senders: readonly Kept[]): AccountHealth['status'] => {
  if (senders.some(({ session }) => session?.isReady() === true)) return 'up'
  if (senders.some(({ problem }) => problem === undefined)) return 'connecting'
  return senders.some(({ problem }) => problem?.isLoginRefused === true) ? 'refused' : 'down'
}

/** Tracks the health of sessions, and since when it applies. */
const followSessions = (all: readonly Kept[], senders: readonly Kept[], { nowMs }: Clock) => {
  let status = statusOf(senders)
  let sinceMs = nowMs()
  const look = (): void => {
    const now = statusOf(senders)
    if (now === status) return
    status = now
    sinceMs = nowMs()
  }
  return {
    look,
    health: (): SessionHealth => {
      look()
      const detail = all.find(({ problem }) => problem !== undefined)?.problem?.detail
      return { status, sinceMs, detail, sessions: all.filter(({ session }) => session !== undefined).length }
    },
  }
}

/** Opens the account's sessions, and keeps them open. */
export const openSessionPool = (settings: SmppSettings, needs: Needs): SessionPool => {
  const all = usesOf(settings).map((use): Kept => ({
    use,
    session: undefined,
    problem: undefined,
    stop: () => undefined,
    isStopped: false,
  }))
  const senders = all.filter(({ use }) => use !== 'receiver')
  const waiting = new Set<() => void>()
  const followed = followSessions(all, senders, needs.clock)
  const changed = (): void => {
    followed.look()
    for (const look of waiting) look()
  }
  const opening = semaphore(1)
  for (const kept of all) keepOpen(settings, needs, kept, opening, changed)

  const ready = (): SmppSession | undefined =>
    leastBusy(senders.flatMap(({ session }) => (session?.isReady() === true ? [session] : [])))
  const areAllFailing = (): boolean => senders.every(({ problem }) => problem !== undefined)

  return {
    take: (waitMs) =>
      new Promise((resolve) => {
        const end = (session: SmppSession | undefined): void => {
          cancel()
          waiting.delete(look)
          resolve(session)
        }
        const look = (): void => {
          const session = ready()
          if (session !== undefined || areAllFailing()) end(session)
        }
        const cancel = needs.timers.after(waitMs, () => end(undefined))
        waiting.add(look)
        look()
      }),
    whyNot: () =>
      senders.find(({ problem }) => problem !== undefined)?.problem ?? {
        detail: 'no session could be opened in time',
        isLoginRefused: false,
      },
    health: followed.health,
    close: async () => {
      await Promise.all(
        all.map(async (kept) => {
          kept.isStopped = true
          kept.stop()
          await kept.session?.unbind()
        }),
      )
    },
  }
}
