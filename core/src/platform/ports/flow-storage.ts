import type { FlowEntry, FlowStep } from '../domain/flow/roll-up.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** Whose flow is read, and of which time. */
export interface FlowQuery {
  readonly step: FlowStep
  /** Undefined: the whole platform's. */
  readonly organizationId: OrganizationId | undefined
  /** Steps that begin at this moment or later. */
  readonly fromMs: EpochMs
  /** Steps that begin before this moment. */
  readonly toMs: EpochMs
}

/** A time of which changes may be missing: the feed was begun anew, or was not written yet. */
export interface FlowGap {
  readonly fromMs: EpochMs
  readonly toMs: EpochMs
}

/** Flow as it was read. */
export interface FlowReading {
  /** In the order of time; a step in which nothing came to any state has no entry. */
  readonly entries: readonly FlowEntry[]
  /** What was numbered up to here is counted; undefined: nothing was rolled up yet. By the clock of the database. */
  readonly untilMs: EpochMs | undefined
  /** Those that the query's time overlaps. */
  readonly gaps: readonly FlowGap[]
}

/** Until when what is kept has to have begun to be forgotten. */
export interface FlowRetention {
  readonly minutesBeforeMs: EpochMs
  readonly hoursBeforeMs: EpochMs
}

/**
 * What became of messages, counted by minute for the platform, by hour for it and for each Organization
 * (docs/decisions/0051): what remains of the feed's changes when they are forgotten.
 */
export interface FlowStorage {
  /**
   * Counts at most so many changes of the feed that are not counted yet, and notes how far that is, in one transaction:
   * each change is counted once, whoever dies when. How many it was; 0 where another sequencer is at it. What may have been
   * missed, because the feed's epoch is another, is noted as a gap.
   */
  rollUp(limit: number): TE.TaskEither<StorageUnavailable, number>
  /** The flow of a time. */
  read(query: FlowQuery): TE.TaskEither<StorageUnavailable, FlowReading>
  /** Forgets at most so many steps that are kept no longer; how many it was. */
  purge(retention: FlowRetention, limit: number): TE.TaskEither<StorageUnavailable, number>
}
