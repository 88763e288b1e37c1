import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { EmbeddedPostrider, OpenOptions } from '@postrider/embedded'
import { openOn } from '@postrider/embedded/open-on'
import { composeOptionsOf, settingsOf } from '@postrider/embedded/open-options'
import { type InboxEntry, type ScriptedRule, scriptedProvider } from './scripted-provider.js'
import { manualTime } from './manual-time.js'
import { countPendingWork } from './pending-work.js'

export type { InboxEntry, ScriptedAnswer, ScriptedRule } from './scripted-provider.js'

/** What a Postrider for tests can be told; its folder, its time and its provider are its own. */
export interface TestOptions extends Omit<OpenOptions, 'dataDir' | 'providers'> {
  /** What becomes of messages; those that no rule is about are delivered. */
  readonly rules?: readonly ScriptedRule[]
  /** What time it is at first; default noon of 15 January 2026, UTC. */
  readonly startMs?: EpochMs
}

/** Postrider in a test. */
export interface TestPostrider extends EmbeddedPostrider {
  /** The folder that it keeps everything in. */
  readonly dataDir: string
  /** What time it is: the same until {@link TestPostrider.advance} is called. */
  nowMs(): EpochMs
  /** Does all that is due by now: sends, hears reports, writes mails. Time does not pass. */
  settle(): Promise<void>
  /** Lets so many milliseconds pass at once, then does all that is due. */
  advance(ms: number): Promise<void>
  /** The messages that were sent, oldest first, as their recipients read them. */
  inbox(): readonly InboxEntry[]
  /** Ends it, and deletes what it kept. */
  close(): Promise<void>
}

const NOON_MS = Date.UTC(2026, 0, 15, 12)

/** What is due has begun within a turn of every loop, the slowest of which that sends pauses for a second. */
const ROUND_MS = 1000

/**
 * Opens a Postrider for a test: in a folder of its own, with a clock that moves when it is told to and a provider that answers by
 * rules. It has started: what is accepted is sent by {@link TestPostrider.settle}.
 * @example
 * ```ts
 * import { openTestPostrider } from '@postrider/testing'
 *
 * const postrider = await openTestPostrider({ rules: [{ times: 1, answer: { isBusyFor: 30_000 } }] })
 * const { credential, projectId, appId, templates } = await postrider.setUpTestTenant()
 * const api = postrider.as(credential)
 * const message = { projectId, appId, channel: 'sms', to: '+447400123456', templateId: templates.sms } as const
 * const { messageId } = await api.messages.send({ ...message, variables: { name: 'Asha', order: '10024' } })
 * await postrider.settle()
 * console.log((await api.messages.get(messageId)).state) // ACCEPTED: the provider was busy
 * await postrider.advance(60_000)
 * console.log((await api.messages.get(messageId)).state) // DELIVERED
 * await postrider.close()
 * ```
 */
export const openTestPostrider = async ({
  rules = [],
  startMs = NOON_MS,
  ...options
}: TestOptions = {}): Promise<TestPostrider> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'postrider-test-'))
  const provider = scriptedProvider(rules)
  const pending = countPendingWork()
  const time = manualTime(startMs, pending)
  const { overrides, ...others } = composeOptionsOf({ ...options, providers: [provider] })
  const { watched } = pending
  const postrider = await openOn(settingsOf({ ...options, dataDir }), {
    ...others,
    overrides: {
      ...overrides,
      clock: () => time.clock,
      timers: () => time.timers,
      storage: (made) => watched(overrides?.storage?.(made) ?? made),
      queue: (made) => watched(overrides?.queue?.(made) ?? made),
      mailer: (made) => watched(overrides?.mailer?.(made) ?? made),
    },
  })
  await postrider.start()
  const settle = (): Promise<void> => time.run(ROUND_MS)
  return {
    ...postrider,
    dataDir,
    nowMs: time.clock.nowMs,
    settle,
    advance: (ms) => {
      time.move(ms)
      return settle()
    },
    inbox: provider.inbox,
    close: async () => {
      await postrider.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
