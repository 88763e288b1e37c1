import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import type { KnownAdmin } from './callers.js'
import type { ConsoleScene } from './console-scene.js'

/**
 * Sets the age of a person's last code confirmation at the console, regardless of the duration of previous
 * tests.
 */
export const confirmedAgo = async (
  { console: { at } }: ConsoleScene,
  { userId }: Pick<KnownAdmin, 'userId'>,
  agoMs: EpochMs,
): Promise<void> => {
  const { ports } = at
  const confirmedAtMs = Date.now() - agoMs
  const { value: sessions } = await right(ports.storage.operatorSessions.list(userId, Date.now(), 10))
  await exclusively(ports, async ({ operatorSessions }) => {
    for (const { sessionId } of sessions) {
      const held = await operatorSessions.lock(sessionId)
      if (held !== undefined) operatorSessions.replace({ ...held, confirmedAtMs })
    }
  })
}
