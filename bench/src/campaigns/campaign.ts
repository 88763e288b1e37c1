import type { UnpackedEngine } from '@postrider/test/servers/unpacked-engines'

/** What a campaign was asked for, and what it may use. */
export interface CampaignRun {
  /** How much of it: 1 is the whole of it, a twentieth is what `npm test` runs. */
  readonly share: number
  /** All chance comes from it, so that a run can be met again. */
  readonly seed: number
  /** A folder of its own, gone afterwards. */
  readonly directory: string
  readonly mysqlUrl: string
  readonly amqpUrl: string
  /** Whether processes get all addresses of a cluster, or one each; all by default. */
  readonly addresses?: 'one' | 'all'
  /** Tells the person who waits how far it is. */
  say(line: string): void
}

/** Something that was counted or measured, beside what it has to be. */
export interface Figure {
  readonly what: string
  readonly value: string
  readonly expected: string
  readonly holds: boolean
}

/** A long trial of real processes, bounded in time, that ends all it started whatever happens. */
export interface Campaign {
  readonly name: string
  /** What it tries, in one sentence. */
  readonly about: string
  /** Why the tests do not run a twentieth of it; left out: they do. */
  readonly tooMuchForTests?: string
  /** The unpacked servers that it starts. */
  readonly engines?: readonly UnpackedEngine[]
  /** Whether it opens pages in a browser. */
  readonly hasBrowser?: boolean
  /** The share that tests run, where a twentieth would take too long. */
  readonly shareInTests?: number
  run(run: CampaignRun): Promise<readonly Figure[]>
}

/** A share of a whole count, and never nothing. */
export const shareOf = ({ share }: Pick<CampaignRun, 'share'>, whole: number): number =>
  Math.max(1, Math.round(whole * share))
