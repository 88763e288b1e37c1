import type { MessageState } from '../../../kernel/messages/message-state.js'

/**
 * Names one claim among all that a message ever had, so that a claimer can tell its own from another's. Drawn
 * by chance; the same for all messages that are claimed together.
 *
 * Claimed and calling are two things (`docs/decisions/0026`). Claiming writes the lease and this name: nobody else takes
 * the message while the lease runs, and once it has run out or was given back, anybody does. The intent, an attempt with
 * the next number, is written right before the call, and only while the message is still {@link isStillClaimed}.
 *
 * The lease alone doesn't show whose a message is: another claim may follow once it has run out. So a claim is still the
 * claimer's only if name and attempt number are both as it left them, and an intent only if the attempt itself carries
 * the name.
 */
export type ClaimToken = number

/** What stands where no claim was made by name. */
export const NO_CLAIM: ClaimToken = 0

/** A new name; `fraction` is chance, 0 to 1. */
export const newClaim = (fraction: number): ClaimToken =>
  1 + Math.floor(fraction * (Number.MAX_SAFE_INTEGER - 1))

/** As much of a message as says whose it is. */
export interface ClaimStatus {
  readonly state: MessageState
  readonly attempt: number
  readonly claim: ClaimToken
}

/** A claim as its maker remembers it: its name, and the message's attempt number, which it left as it was. */
export interface OwnClaim {
  readonly claim: ClaimToken
  readonly attempt: number
}

/**
 * Whether the message is still its claimer's, so that the intent may be written and the provider called: nobody has
 * claimed it since, and nothing was learned that ends its waiting.
 */
export const isStillClaimed = ({ state, attempt, claim }: ClaimStatus, own: OwnClaim): boolean =>
  state === 'ACCEPTED' && claim === own.claim && attempt === own.attempt
