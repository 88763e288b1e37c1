import type { KeyId } from '@postrider/core/kernel/ids/key-id'
import type { SearchGeneration } from '@postrider/core/messaging/ports/search-storage'
import { optional, readInteger, readText, type Cell } from '../../cells/cell.js'
import { BEYOND_ALL } from '../../cells/id-cell.js'
import type { Rows, Statement } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import type { FeedRow } from '../../feed/head.js'

/** The state of the index. */
export interface IndexState {
  readonly generation: number
  /** Undefined: there is no index yet. */
  readonly keyId: KeyId | undefined
  /** The complete index with an earlier key, which is searched too until this one is complete. */
  readonly former: SearchGeneration | undefined
  /** The feed's epoch, and the change up to which new messages have entries. */
  readonly epoch: string | undefined
  readonly seq: number
  /** Messages from here on have entries, if they existed when it started; undefined: all have. */
  readonly walkedTo: string | undefined
  readonly untilMs: number | undefined
}

const STATE = `
  SELECT s.generation, s.key_id, s.former_generation, s.former_key_id, s.epoch, s.seq, s.walked_to, s.until_at,
    {database time} FROM recipient_search_state s WHERE s.one = 1`

export const readState = statement(STATE)
/** The lock holder writes the index; others wait, and continue from its new position. */
export const takeState = statement(`${STATE} {for update}`)
const putState = statement(`
  UPDATE recipient_search_state SET generation = ?, key_id = ?, former_generation = ?, former_key_id = ?,
    epoch = ?, seq = ?, walked_to = ?x, until_at = ? WHERE one = 1`)

const formerOf = (generation: number | undefined, keyId: KeyId | undefined): SearchGeneration | undefined =>
  generation === undefined || keyId === undefined ? undefined : { generation, keyId }

/** The state, and the time of the database's clock. */
export const stateOf = ([row]: Rows): { readonly state: IndexState; readonly nowMs: number } => {
  if (row === undefined) throw new Error('the index of recipients has no state')
  const [generation, keyId, formerGeneration, formerKeyId, epoch, seq, walkedTo, untilAt, now] = row
  const state: IndexState = {
    generation: readInteger(generation),
    keyId: optional(readText, keyId),
    former: formerOf(optional(readInteger, formerGeneration), optional(readText, formerKeyId)),
    epoch: optional(readText, epoch),
    seq: readInteger(seq),
    walkedTo: optional(readText, walkedTo),
    untilMs: optional(readInteger, untilAt),
  }
  return { state, nowMs: readInteger(now) }
}

export const moveState = ({
  generation,
  keyId,
  former,
  epoch,
  seq,
  walkedTo,
  untilMs,
}: IndexState): Statement => {
  const cells: readonly Cell[] = [
    generation,
    keyId ?? null,
    former?.generation ?? null,
    former?.keyId ?? null,
    epoch ?? null,
    seq,
    walkedTo ?? null,
    untilMs ?? null,
  ]
  return putState(...cells)
}

/** The generations that can be searched, the newest first. */
export const generationsOf = ({ generation, keyId, former }: IndexState): readonly SearchGeneration[] => [
  ...(keyId === undefined ? [] : [{ generation, keyId }]),
  ...(former === undefined ? [] : [former]),
]

/**
 * The state for further work. Another key starts a new generation; after a gap in the feed the same one is
 * rebuilt. Either way the feed is followed from its current head, and older messages are processed from the
 * newest back.
 */
export const begunFrom = (state: IndexState, { epoch, seq, purged }: FeedRow, keyId: KeyId): IndexState => {
  const anew: IndexState = { ...state, epoch, seq, walkedTo: BEYOND_ALL, untilMs: undefined }
  if (state.keyId !== keyId) {
    const whole = state.walkedTo === undefined ? formerOf(state.generation, state.keyId) : state.former
    return { ...anew, generation: state.generation + 1, keyId, former: whole }
  }
  return state.epoch === epoch && purged <= state.seq ? state : anew
}
