import type { KeyId, KeyNames, UnknownKey } from '../ids/key-id.js'
import type { E } from '../../fp.js'

/**
 * Seals small secrets for storage with AES-256-GCM. The sealed text names the id of its key, so that keys can
 * be changed while old texts stay readable (docs/promises#secrets-at-rest).
 * @example
 * ```ts
 * import { createKeyRing } from '@postrider/node/auth/aes-key-ring'
 * import { parseMasterKey } from '@postrider/node/auth/master-key'
 * import type { KeyRing } from '@postrider/core/kernel/ports/key-ring'
 *
 * // The first key seals; the others open texts that they sealed earlier.
 * const keyRingOf = (current: string, ...previous: readonly string[]): KeyRing =>
 *   createKeyRing({ current: parseMasterKey(current), previous: previous.map(parseMasterKey) })
 * ```
 */
export interface KeyRing extends KeyNames {
  /**
   * Seals a text for one place (`table|row|column`): it can't be opened for another place. `under` is the key
   * that the installation names, which this process must have. Undefined: the installation names none yet,
   * and the process's own key is used.
   */
  seal(plain: string, place: string, under: KeyId | undefined): string
  /** Opens a sealed text. Throws if it was changed or moved: that is a bug or an attack, never input. */
  open(sealed: string, place: string): E.Either<UnknownKey, string>
  /** The key that a sealed text names; undefined if the text isn't sealed. */
  keyOf(sealed: string): KeyId | undefined
  /**
   * Reseals a text for the same place under another key, without exposing it. Throws if its wrapping was
   * changed, or if this process doesn't have the other key.
   */
  sealAnew(sealed: string, under: KeyId): E.Either<UnknownKey, string>
}
