import type { FlowEntry, FlowStep } from '../domain/flow/roll-up.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** The owner and the time range of the flow to read. */
export interface FlowQuery {
  readonly step: FlowStep
  /** Undefined: the whole platform. */
  readonly organizationId: OrganizationId | undefined
  /** Steps that start at this moment or later. */
  readonly fromMs: EpochMs
  /** Steps that start before this moment. */
  readonly toMs: EpochMs
}

/** A time range whose changes may be missing: the feed was restarted, or wasn't written yet. */
export interface FlowGap {
  readonly fromMs: EpochMs
  readonly toMs: EpochMs
}

/** The result of reading flow. */
export interface FlowReading {
  /** In order of time; a step without message states has no entry. */
  readonly entries: readonly FlowEntry[]
  /**
   * Changes numbered up to here are counted; undefined: nothing was rolled up yet. By the database's clock.
   */
  readonly untilMs: EpochMs | undefined
  /** The gaps that overlap the query's range. */
  readonly gaps: readonly FlowGap[]
}

/** Steps that started before these moments are deleted. */
export interface FlowRetention {
  readonly minutesBeforeMs: EpochMs
  readonly hoursBeforeMs: EpochMs
}

/**
 * Counts of message states, by minute for the platform, and by hour for the platform and each Organization
 * (docs/decisions/0051). They remain when the feed's changes are deleted.
 */
export interface FlowStorage {
  /**
   * Counts at most `limit` uncounted changes of the feed and stores the position, in one transaction: each
   * change is counted once, even if a process crashes. Returns how many; 0 if another sequencer is active. If
   * the feed has another epoch, changes may have been missed, and a gap is recorded.
   */
  rollUp(limit: number): TE.TaskEither<StorageUnavailable, number>
  /** The flow of a time range. */
  read(query: FlowQuery): TE.TaskEither<StorageUnavailable, FlowReading>
  /** Deletes at most `limit` steps after their retention; returns how many. */
  purge(retention: FlowRetention, limit: number): TE.TaskEither<StorageUnavailable, number>
}
