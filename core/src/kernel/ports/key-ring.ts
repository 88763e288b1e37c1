import type { KeyId, KeyNames, UnknownKey } from '../ids/key-id.js'
import type { E } from '../../fp.js'

/**
 * Seals small secrets for storage: AES-256-GCM under a key whose id the sealed text names, so that keys can
 * be changed while old texts stay readable (docs/promises#secrets-at-rest).
 * @example
 * ```ts
 * import { createKeyRing } from '@postrider/node/auth/aes-key-ring'
 * import { parseMasterKey } from '@postrider/node/auth/master-key'
 * import type { KeyRing } from '@postrider/core/kernel/ports/key-ring'
 *
 * // The first key seals; the others open what they sealed once.
 * const keyRingOf = (current: string, ...previous: readonly string[]): KeyRing =>
 *   createKeyRing({ current: parseMasterKey(current), previous: previous.map(parseMasterKey) })
 * ```
 */
export interface KeyRing extends KeyNames {
  /**
   * Seals a text for one place (`table|row|column`): elsewhere it will not open. `under` is the key that the
   * installation names, which this process has; undefined: it names none yet, and the process's own is used.
   */
  seal(plain: string, place: string, under: KeyId | undefined): string
  /** Opens a sealed text. Throws when it was changed or moved: a bug or an attack, never input. */
  open(sealed: string, place: string): E.Either<UnknownKey, string>
  /** The key that a sealed text names; undefined where the text is none. */
  keyOf(sealed: string): KeyId | undefined
  /**
   * The same text for the same place under another key, without being opened. Throws when its wrapping was changed,
   * or where this process does not have the other key.
   */
  sealAnew(sealed: string, under: KeyId): E.Either<UnknownKey, string>
}
