import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import { semaphore } from '@postrider/core/kernel/batching/semaphore'
import { openSession, type SmtpSession } from './smtp-session.js'
import type { WireHandler } from './hear-connection.js'
import type { SmtpSettings } from './smtp-settings.js'

/** A permit for one session of the pool. */
export interface SessionPermit {
  /**
   * An idle session or, with `fresh`, a new one. `onOpening` gets a function that aborts the opening, and
   * `wire` gets its traffic.
   */
  session(fresh: boolean, onOpening: (breakOff: () => void) => void, wire?: WireHandler): Promise<SmtpSession>
  /** Returns the permit, and the session if it is still usable. */
  release(session: SmtpSession | undefined): void
}

/** Sessions with one server, limited in number and reused for the next email. */
export interface SessionPool {
  /** Waits for a permit; undefined if the request was withdrawn before there was one. */
  acquire(onWaiting: (withdraw: () => void) => void): Promise<SessionPermit | undefined>
  /** The number of open sessions, in use or idle. */
  sessions(): number
  /** Ends the idle sessions. */
  close(): void
}

/** Servers reject sessions that last forever. */
const MAILS_PER_SESSION = 100
const IDLE_MS = 20_000

interface Idle {
  readonly session: SmtpSession
  readonly timer: NodeJS.Timeout
}

/** Idle sessions; the most recently used one is reused first, so that the others may end. */
const createStandby = () => {
  const idle: Idle[] = []
  const drop = (entry: Idle): void => {
    idle.splice(idle.indexOf(entry), 1)
    entry.session.quit()
  }
  return {
    take: (): SmtpSession | undefined => {
      for (let entry = idle.pop(); entry !== undefined; entry = idle.pop()) {
        clearTimeout(entry.timer)
        if (entry.session.isAlive()) return entry.session
      }
      return undefined
    },
    keep: (session: SmtpSession): void => {
      const entry: Idle = { session, timer: setTimeout(() => drop(entry), IDLE_MS) }
      entry.timer.unref()
      idle.push(entry)
    },
    close: (): void => {
      for (const { session, timer } of idle.splice(0)) {
        clearTimeout(timer)
        session.quit()
      }
    },
  }
}

export const createSessionPool = (settings: SmtpSettings, networks: ProviderNetworks): SessionPool => {
  const standby = createStandby()
  const permits = semaphore(settings.maxConnections)
  const opened = new Set<SmtpSession>()
  let closed = false

  const countOpen = (): number => {
    for (const session of opened) if (!session.isAlive()) opened.delete(session)
    return opened.size
  }
  const open = async (
    onOpening: (breakOff: () => void) => void,
    wire: WireHandler | undefined,
  ): Promise<SmtpSession> => {
    const session = await openSession(settings, networks, onOpening, wire)
    countOpen()
    opened.add(session)
    return session
  }

  const permit = (): SessionPermit => ({
    session: async (fresh, onOpening, wire) => (fresh ? undefined : standby.take()) ?? open(onOpening, wire),
    release: (session) => {
      const isGood = session?.isAlive() === true && session.sent() < MAILS_PER_SESSION && !closed
      if (isGood) standby.keep(session)
      else session?.quit()
      permits.release()
    },
  })
  return {
    acquire: (onWaiting) => {
      if (permits.tryAcquire()) return Promise.resolve(permit())
      return new Promise((resolve) => {
        const withdraw = permits.acquire(undefined, () => resolve(permit()))
        onWaiting(() => {
          withdraw()
          resolve(undefined)
        })
      })
    },
    sessions: countOpen,
    close: () => {
      closed = true
      standby.close()
    },
  }
}
