import type { MessageState } from '../../../kernel/messages/message-state.js'

/**
 * Names one claim among all claims of a message, so that a process can distinguish its own claim from
 * another's. It is random, and the same for all messages that are claimed together. Claiming and calling are
 * separate steps (`docs/decisions/0026`). Claiming writes the lease and this name: no other process takes the
 * message until the lease has expired or was given back. The intent, an attempt with the next number, is
 * written right before the call, and only while the message is still {@link isStillClaimed}. The lease
 * doesn't show who holds the message, because another claim may follow after it expires. A claim is therefore
 * still valid only if name and attempt number are both unchanged, and an intent only if the attempt itself
 * carries the name.
 */
export type ClaimToken = number

/** The value if no named claim was made. */
export const NO_CLAIM: ClaimToken = 0

/** A new name; `fraction` is random, 0 to 1. */
export const newClaim = (fraction: number): ClaimToken =>
  1 + Math.floor(fraction * (Number.MAX_SAFE_INTEGER - 1))

/** The fields of a message that show who holds it. */
export interface ClaimStatus {
  readonly state: MessageState
  readonly attempt: number
  readonly claim: ClaimToken
}

/**
 * A claim as its holder remembers it: its name, and the message's attempt number, which the claim doesn't
 * change.
 */
export interface OwnClaim {
  readonly claim: ClaimToken
  readonly attempt: number
}

/**
 * Whether the claim is still valid, so that the intent may be written and the provider called: no other
 * process has claimed the message, and it still waits to be sent.
 */
export const isStillClaimed = ({ state, attempt, claim }: ClaimStatus, own: OwnClaim): boolean =>
  state === 'ACCEPTED' && claim === own.claim && attempt === own.attempt
