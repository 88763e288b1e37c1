import { E } from '@postrider/core/fp'
import type { LiveRights } from '@postrider/core/identity/use-cases/callers/live-rights'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'
import type { SessionHolder } from '../live-audience.js'

/** Gets the changes of a session. */
export interface CallerListener {
  /** Called when the caller was read again: rights may have been added or removed. */
  renewed(): void
  /** Called when the session has ended. */
  ended(): void
}

/** The caller of a session, shared by all its sockets. */
export interface LiveCaller {
  readonly key: string
  principal(): Principal
  /** Whether the caller was read as of this epoch or later. */
  isKnownAt(epoch: number): boolean
  /**
   * Reads the caller as of this epoch or later; false if that isn't possible at the moment, or the session
   * has ended.
   */
  ensure(epoch: number): Promise<boolean>
  /** Reads the caller although the epoch didn't change, because sessions also expire. */
  lookAgain(): void
  /** Sets the caller, which another component has just read. */
  become(principal: Principal): void
  /** Ends the session for all its sockets. */
  end(): void
  join(listener: CallerListener): void
  leave(listener: CallerListener): void
}

/** The callers with open sockets. */
export interface LiveCallers {
  /** The caller of a session; shared by all of its sockets. */
  of(holder: SessionHolder): LiveCaller
  all(): Iterable<LiveCaller>
}

type Renew = LiveRights['renew']

const createLiveCaller = (
  { key, principal: first }: SessionHolder,
  renew: Renew,
  forget: () => void,
): LiveCaller => {
  const listeners = new Set<CallerListener>()
  let principal = first
  let isOver = false
  let underWay: Promise<boolean> | undefined

  const end = (): void => {
    if (isOver) return
    isOver = true
    for (const listener of listeners) listener.ended()
  }

  const become = (next: Principal): void => {
    principal = next
    for (const listener of listeners) listener.renewed()
  }

  const renewOnce = async (epoch: number): Promise<boolean> => {
    const renewed = await renew(principal, epoch)()
    if (E.isRight(renewed)) {
      if (!isOver && renewed.right.epoch >= principal.epoch) become(renewed.right)
      return true
    }
    if (!('cause' in renewed.left)) end()
    return false
  }

  /** Only one read runs at a time; later calls wait for it. */
  const look = (epoch: number): Promise<boolean> => {
    underWay ??= renewOnce(epoch).finally(() => {
      underWay = undefined
    })
    return underWay
  }

  const isKnownAt = (epoch: number): boolean => !isOver && principal.epoch >= epoch

  return {
    key,
    principal: () => principal,
    isKnownAt,
    // The read in progress may have started before the requested epoch.
    ensure: async (epoch) =>
      isKnownAt(epoch) ||
      ((await look(epoch)) && (isKnownAt(epoch) || ((await look(epoch)) && isKnownAt(epoch)))),
    lookAgain: () => void look(principal.epoch),
    become,
    end,
    join: (listener) => void listeners.add(listener),
    leave: (listener) => {
      listeners.delete(listener)
      if (listeners.size === 0) forget()
    },
  }
}

/** Callers by their sessions, for as long as one of their sockets is open. */
export const createLiveCallers = (renew: Renew): LiveCallers => {
  const callers = new Map<string, LiveCaller>()
  return {
    of: (holder) => {
      const { key } = holder
      const known = callers.get(key)
      if (known !== undefined) {
        if (!known.isKnownAt(holder.principal.epoch)) known.become(holder.principal)
        return known
      }
      const caller = createLiveCaller(holder, renew, () => callers.delete(key))
      callers.set(key, caller)
      return caller
    },
    all: () => callers.values(),
  }
}
