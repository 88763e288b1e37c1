import type { LiveLimits } from '../live-limits.js'

/** How many sockets there are, and whose (docs/contract#limits). */
export interface SocketCounts {
  /** An upgrade begins; undefined where there is no room. The answer leaves. */
  admitStranger(): (() => void) | undefined
  /** A socket of a session, that nobody has authenticated yet. */
  admitStrangerOf(sessionKey: string): (() => void) | undefined
  /** A stranger is a user by now. */
  admitUser(userId: string): (() => void) | undefined
}

type Limits = Pick<LiveLimits, 'maxStrangers' | 'maxStrangersOfSession' | 'maxSocketsOfUser' | 'maxSockets'>

/** Counts by a key, and forgets whom there is none of. */
const keyedCounts = (most: number) => {
  const counts = new Map<string, number>()
  return (key: string): (() => void) | undefined => {
    const count = counts.get(key) ?? 0
    if (count >= most) return undefined
    counts.set(key, count + 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const left = (counts.get(key) ?? 1) - 1
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    }
  }
}

const ALL = ''

/** Counts the sockets of a process. */
export const createSocketCounts = (limits: Limits): SocketCounts => {
  const strangers = keyedCounts(limits.maxStrangers)
  const ofSession = keyedCounts(limits.maxStrangersOfSession)
  const all = keyedCounts(limits.maxSockets)
  const ofUser = keyedCounts(limits.maxSocketsOfUser)
  const both = (first: (() => void) | undefined, second: () => (() => void) | undefined) => {
    const other = first === undefined ? undefined : second()
    if (first === undefined || other === undefined) {
      first?.()
      return undefined
    }
    return () => {
      first()
      other()
    }
  }
  return {
    admitStranger: () => strangers(ALL),
    admitStrangerOf: (sessionKey) => both(strangers(ALL), () => ofSession(sessionKey)),
    admitUser: (userId) => both(all(ALL), () => ofUser(userId)),
  }
}
