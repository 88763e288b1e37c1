/** What a stranger does to a host; `count` is said of each. */
export const ATTACKS = {
  pipelined: { about: 'requests for the largest file on one connection, nothing read', count: 1000 },
  readers: { about: 'connections that ask for the largest file and never read', count: 500 },
  idle: { about: 'connections that say nothing', count: 10_000 },
  chunks: { about: 'chunks of one byte in each of 60 bodies', count: 262_144 },
  recoveries: { about: 'recoveries at once, each second', count: 300 },
} as const

export type AttackName = keyof typeof ATTACKS

/** What an attacker's process is told, as JSON. */
export interface AttackOrder {
  readonly name: AttackName
  readonly port: number
  readonly count: number
}

/** Where attackers come from, and where those who mean well do: they share no bound. */
export const ATTACKER_ADDRESS = '127.0.0.2'
export const SENDER_ADDRESS = '127.0.0.3'
