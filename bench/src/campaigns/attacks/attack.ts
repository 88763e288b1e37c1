import type { WidestTenant } from './widest-tenant.js'

/** The ports that a process opens. */
export const PORTS = ['api', 'console', 'website', 'operations', 'bounces'] as const

export type PortName = (typeof PORTS)[number]

const HTTP = ['api', 'console', 'website', 'operations'] as const

/** Attacks by strangers, and by callers with a credential. `count` is the first word of each sentence. */
export const ATTACKS = {
  pipelined: { about: 'requests on one connection, nothing read', count: 1000, ports: PORTS },
  readers: { about: 'connections that ask for the largest page and never read', count: 500, ports: HTTP },
  idle: { about: 'connections that say nothing', count: 10_000, ports: PORTS },
  letters: { about: 'connections that say a letter every two seconds', count: 600, ports: PORTS },
  chunks: { about: 'chunks of one byte in each of 60 bodies', count: 262_144, ports: HTTP },
  recoveries: { about: 'recoveries at once, each second', count: 300, ports: ['api'] },
  bodies: {
    about:
      'credentials of another tenant that send the widest bodies, each again as soon as it has an answer',
    count: 5,
    ports: ['api'],
  },
  mails: { about: 'reports of line ends at once, again and again', count: 20, ports: ['bounces'] },
} as const satisfies Record<
  string,
  { readonly about: string; readonly count: number; readonly ports: readonly PortName[] }
>

export type AttackName = keyof typeof ATTACKS

/** Each attack on each of its ports. */
export const attackedPorts = (name: AttackName): readonly PortName[] => ATTACKS[name].ports

/** The input of an attacker's process, as JSON. */
export interface AttackOrder {
  readonly name: AttackName
  readonly at: PortName
  readonly port: number
  readonly count: number
  /** The path of the largest public page on that port. */
  readonly largest: string
  /** A tenant that isn't one of the senders. */
  readonly widest: WidestTenant
}

/** The number of responses with each status to an attacker's requests, if it reads them. */
export type Answers = Readonly<Record<string, number>>

/** The address of attackers, separate from that of legitimate clients, so that they share no limit. */
export const ATTACKER_ADDRESS = '127.0.0.2'
export const SENDER_ADDRESS = '127.0.0.3'
