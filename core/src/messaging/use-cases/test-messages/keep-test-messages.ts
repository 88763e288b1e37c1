import {
  type TestDelivery,
  TEST_MESSAGES_A_SECOND,
  TEST_MESSAGES_OF_APP,
  TEST_TEXT_LENGTH,
  testMessageContext,
} from '../../../providers/domain/test-message.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { KeyStatusStorage } from '../../../kernel/ports/key-status-storage.js'
import type { TestMessageStorage } from '../../ports/test-message-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'

interface Needs {
  readonly storage: { readonly keys: KeyStatusStorage; readonly testMessages: TestMessageStorage }
  readonly clock: Clock
  readonly keyRing: KeyRing
}

/** Allows at most `most` per second. */
const perSecond = (most: number, { nowMs }: Needs['clock']) => {
  let second = -1
  let left = most
  return (wanted: number): number => {
    const current = Math.floor(nowMs() / SECOND_MS)
    if (current !== second) {
      second = current
      left = most
    }
    const granted = Math.min(wanted, left)
    left -= granted
    return granted
  }
}

/**
 * Stores the sandbox's deliveries, encrypted, for the app that sent them (docs/api/sandbox#test-messages).
 * Storing a delivery twice changes nothing. Deliveries above the limit per second are dropped; the newest of
 * a call are kept.
 */
export const keepTestMessages = (needs: Needs) => {
  const { storage, keyRing } = needs
  const grant = perSecond(TEST_MESSAGES_A_SECOND, needs.clock)
  return (delivered: readonly TestDelivery[]): TE.TaskEither<Outage, void> =>
    async () => {
      const granted = grant(delivered.length)
      if (granted === 0) return E.right(undefined)
      const keys = await storage.keys.status()()
      if (E.isLeft(keys)) return keys
      const sealed = delivered.slice(-granted).map((delivery) => {
        const { messageId, deliveredAtMs, text } = delivery
        const plain = JSON.stringify({ ...delivery, text: text.slice(0, TEST_TEXT_LENGTH) })
        const context = testMessageContext(messageId)
        return { messageId, deliveredAtMs, sealed: keyRing.seal(plain, context, keys.right.sealing) }
      })
      return E.map(() => undefined)(await storage.testMessages.keep(sealed, TEST_MESSAGES_OF_APP)())
    }
}
