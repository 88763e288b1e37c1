import { E } from '@postrider/core/fp'
import type { LiveRights } from '@postrider/core/identity/use-cases/callers/live-rights'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'
import type { SessionHolder } from '../live-audience.js'

/** What is looked after of a session by whoever shows something to it. */
export interface CallerListener {
  /** The caller was looked at again: rights may have come or gone. */
  renewed(): void
  /** The session is over. */
  ended(): void
}

/** The caller of a session, which all its sockets share. */
export interface LiveCaller {
  readonly key: string
  principal(): Principal
  /** Whether the caller was looked at as of this epoch or later. */
  isKnownAt(epoch: number): boolean
  /** Looks at the caller as of this epoch or later; false where that cannot be done at the moment, or the session is over. */
  ensure(epoch: number): Promise<boolean>
  /** Looks at the caller although the epoch did not move: time ends sessions too. */
  lookAgain(): void
  /** The caller, as somebody else has just looked at them. */
  become(principal: Principal): void
  /** The session is over, for every socket of it. */
  end(): void
  join(listener: CallerListener): void
  leave(listener: CallerListener): void
}

/** Those who are there. */
export interface LiveCallers {
  /** The caller of a session; the same for all that ask. */
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

  /** One look at a time; who asks meanwhile waits for it. */
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
    // The look that was under way may have begun before the epoch that is wanted now.
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
