import {
  type StoredTestMessage,
  type TestDelivery,
  testMessageContext,
} from '../../../providers/domain/test-message.js'
import { E } from '../../../fp.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'

/** Decrypts a stored test message; undefined if this process lacks the key. */
export const openTestMessage = (
  { keyRing }: { readonly keyRing: KeyRing },
  { messageId, sealed }: StoredTestMessage,
): TestDelivery | undefined => {
  const opened = keyRing.open(sealed, testMessageContext(messageId))
  return E.isLeft(opened) ? undefined : (JSON.parse(opened.right) as TestDelivery)
}

/** The deliveries that can be decrypted, in order. */
export const openTestMessages = (
  needs: { readonly keyRing: KeyRing },
  stored: readonly StoredTestMessage[],
): readonly TestDelivery[] => stored.flatMap((one) => openTestMessage(needs, one) ?? [])
