import type { UnpackedEngine } from '@postrider/test/servers/unpacked-engines'

/** The options of a campaign, and its resources. */
export interface CampaignRun {
  /** The share of the whole campaign: 1 is all of it; `npm test` runs a twentieth. */
  readonly share: number
  /** The seed of all random choices, so that a run can be repeated. */
  readonly seed: number
  /** Its own directory, which is deleted afterwards. */
  readonly directory: string
  readonly mysqlUrl: string
  readonly amqpUrl: string
  /** Whether processes get all addresses of a cluster, or one each. Default: all. */
  readonly addresses?: 'one' | 'all'
  /** Reports progress to the person who waits. */
  say(line: string): void
}

/** A count or a measurement with its expected value. */
export interface Figure {
  readonly what: string
  readonly value: string
  readonly expected: string
  readonly holds: boolean
}

/** A long test of real processes, limited in time, that always stops everything it has started. */
export interface Campaign {
  readonly name: string
  /** What it tests, in one sentence. */
  readonly about: string
  /** Why the tests don't run a twentieth of it; omitted: they do. */
  readonly tooMuchForTests?: string
  /** The unpacked servers that it starts. */
  readonly engines?: readonly UnpackedEngine[]
  /** Whether it uses the run's PostgreSQL, besides its MariaDB. */
  readonly hasPostgres?: boolean
  /** Whether it opens pages in a browser. */
  readonly hasBrowser?: boolean
  /** The share that tests run, if a twentieth would take too long. */
  readonly shareInTests?: number
  run(run: CampaignRun): Promise<readonly Figure[]>
}

/** A share of a count, at least 1. */
export const shareOf = ({ share }: Pick<CampaignRun, 'share'>, whole: number): number =>
  Math.max(1, Math.round(whole * share))
