import type { LiveLimits } from '../live-limits.js'

/** The number of sockets, in total and per user (docs/api/limits#limits). */
export interface SocketCounts {
  /** Counts an upgrade; undefined if the limit is reached. The returned function releases it. */
  admitStranger(): (() => void) | undefined
  /** Counts an unauthenticated socket of a session. */
  admitStrangerOf(sessionKey: string): (() => void) | undefined
  /** Counts an authenticated socket of a user. */
  admitUser(userId: string): (() => void) | undefined
}

type Limits = Pick<LiveLimits, 'maxStrangers' | 'maxStrangersOfSession' | 'maxSocketsOfUser' | 'maxSockets'>

/** Counts by a key, and removes keys with a count of zero. */
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
