import type { LegFinder, TargetLeg, TargetRow } from './target-row.js'

/** Items per batch. */
export const BATCH_ITEMS = 50

/** The backlog when a dispatcher starts: small, and large. */
export const FEW_WAITING = 5000
export const MANY_WAITING = 200_000
export const MANY_ORGANIZATIONS = 1000

const costOf = ({ nodeMicroseconds, databaseMicroseconds }: TargetLeg): number =>
  nodeMicroseconds + databaseMicroseconds

const rates = (one: string, other: string): TargetRow['of'] => {
  return (leg: LegFinder) => leg(one).ratePerSecond / leg(other).ratePerSecond
}

const costs = (one: string, other: string): TargetRow['of'] => {
  return (leg: LegFinder) => costOf(leg(one)) / costOf(leg(other))
}

const bothConnections = (row: (connections: number) => TargetRow): readonly TargetRow[] => [64, 256].map(row)

/** The quality of the baseline, compared with the slower of its parts. */
const yardstick = (engine: 'MariaDB' | 'SQLite'): readonly TargetRow[] =>
  bothConnections((count) => ({
    what: `bare ${engine} / the slower of echo and inserts, ${count} connections`,
    once: '',
    target: 0.9,
    of: (leg) =>
      leg(`bare ${engine} ${count}`).ratePerSecond /
      Math.min(leg(`echo ${count}`).ratePerSecond, leg(`inserts ${engine} ${count}`).ratePerSecond),
  }))

const accepting: readonly TargetRow[] = [
  ...bothConnections((count) => ({
    what: `accept MariaDB / bare MariaDB, ${count} connections`,
    once: count === 64 ? '0.40' : '0.31',
    first: count === 64 ? 0.28 : 0.25,
    target: 0.65,
    of: rates(`MariaDB ${count}`, `bare MariaDB ${count}`),
  })),
  {
    what: 'processor time of an accept / bare, 64 connections',
    once: '2.7',
    first: 3,
    target: 1.7,
    isMost: true,
    of: costs('MariaDB 64', 'bare MariaDB 64'),
  },
  {
    what: 'storage-free host / bare storage-free',
    once: '0.55',
    first: 0.29,
    target: 0.75,
    of: rates('without storage', 'bare without storage'),
  },
  ...bothConnections((count) => ({
    what: `accept / knex, a transaction a request, ${count} connections`,
    once: count === 64 ? '7' : '10',
    target: count === 64 ? 11 : 20,
    digits: 1,
    of: rates(`MariaDB ${count}`, `knex ${count}`),
  })),
  {
    what: '100 Organizations / one',
    once: '0.85',
    target: 0.95,
    of: rates('MariaDB, 100 Organizations', 'MariaDB 64'),
  },
  ...bothConnections((count) => ({
    what: `p99 / p50, ${count} connections`,
    once: count === 64 ? '1.8' : '1.7',
    target: 2,
    isMost: true,
    of: (leg) => leg(`MariaDB ${count}`).p99Ms / leg(`MariaDB ${count}`).p50Ms,
  })),
  ...bothConnections((count) => ({
    what: `accept SQLite / bare SQLite, ${count} connections`,
    once: '',
    first: count === 64 ? 0.36 : 0.38,
    target: 0.65,
    of: rates(`SQLite ${count}`, `bare SQLite ${count}`),
  })),
]

const sending: readonly TargetRow[] = [
  {
    what: `batch of ${BATCH_ITEMS}, items / bare batch items`,
    once: '',
    target: 0.5,
    of: rates('batch', 'bare batch'),
  },
  { what: 'OTP send / bare', once: '', first: 0.24, target: 0.5, of: rates('otp', 'bare otp') },
  {
    what: 'status read MariaDB / storage-free read',
    once: '0.69',
    target: 0.8,
    of: rates('read', 'read without storage'),
  },
  { what: 'status read SQLite / MariaDB', once: '0.37', target: 0.6, of: rates('read SQLite', 'read') },
  { what: 'verify / bare verify', once: '', target: 0.5, of: rates('verify', 'bare verify') },
  {
    what: "dry run, processor time / a send's",
    once: '2.4',
    target: 1,
    isMost: true,
    of: costs('dry run', 'MariaDB 64'),
  },
]

/** The name of the leg of a drain. */
export const drainName = (waiting: number, organizations: number): string =>
  `drain at ${waiting}, ${organizations} Organizations`

const drains: readonly TargetRow[] = [
  ...[1, MANY_ORGANIZATIONS].map((organizations) => ({
    what: `drain at ${MANY_WAITING} waiting / at ${FEW_WAITING}, Organizations: ${organizations}`,
    once: organizations === 1 ? '0.5' : '',
    target: 0.9,
    of: rates(drainName(MANY_WAITING, organizations), drainName(FEW_WAITING, organizations)),
  })),
  ...[FEW_WAITING, MANY_WAITING].flatMap((waiting): readonly TargetRow[] => [
    {
      what: `database time a dispatched message at ${waiting} waiting, µs`,
      once: '330-750',
      target: 150,
      isMost: true,
      digits: 0,
      of: (leg) => leg(drainName(waiting, 1)).databaseMicroseconds,
    },
    {
      what: `  or beside bare's settle, at ${waiting} waiting`,
      once: '',
      target: 5,
      isMost: true,
      digits: 1,
      of: (leg) => leg(drainName(waiting, 1)).databaseMicroseconds / leg('settle').databaseMicroseconds,
    },
  ]),
  {
    what: 'accept and dispatch together / accept alone',
    once: '0.4',
    target: 0.5,
    of: rates('together', 'MariaDB 64'),
  },
]

/** The name of the leg of workers: sends of one organization, or of a hundred. */
export const workersName = (count: 'one' | 'two', connections: number, isHundred: boolean): string =>
  `${count} ${count === 'one' ? 'worker' : 'workers'} ${connections}${isHundred ? ', 100 Organizations' : ''}`

const processes: readonly TargetRow[] = [
  ...[false, true].flatMap((isHundred) =>
    bothConnections((count) => ({
      what: `two workers / one, ${count} connections, Organizations: ${isHundred ? 100 : 1}`,
      once: count === 64 && !isHundred ? '1.37' : '',
      target: 1.3,
      of: rates(workersName('two', count, isHundred), workersName('one', count, isHundred)),
    })),
  ),
  {
    what: 'resident memory of postrider http under load, MiB',
    once: '190',
    target: 160,
    isMost: true,
    digits: 0,
    of: (leg) => Math.max(...[64, 256].map((count) => leg(workersName('one', count, false)).residentMiB)),
  },
]

/** All targets, in the order of printing. */
export const TARGET_ROWS: readonly TargetRow[] = [
  ...yardstick('MariaDB'),
  ...yardstick('SQLite'),
  ...accepting,
  ...sending,
  ...drains,
  ...processes,
]
