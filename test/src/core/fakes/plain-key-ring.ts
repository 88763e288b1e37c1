import type { KeyId, KeyNames } from '@postrider/core/kernel/ids/key-id'
import { E } from '@postrider/core/fp'
import type { KeyRing } from '@postrider/core/kernel/ports/key-ring'

/** The names of the keys of a process, its own first. */
export const keyNames = (own: KeyId = 'plain', ...previous: readonly KeyId[]): KeyNames => {
  const ids = [own, ...previous]
  return { own, ids, has: (keyId) => ids.includes(keyId) }
}

/** A ring that seals nothing: texts are stored unchanged, and open to what `open` returns. */
export const plainKeyRing = (open: (sealed: string, place: string) => string): KeyRing => ({
  ...keyNames(),
  seal: (plain) => plain,
  open: (sealed, place) => E.right(open(sealed, place)),
  keyOf: () => undefined,
  sealAnew: (sealed) => E.right(sealed),
})
