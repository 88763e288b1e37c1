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

/** The options of a Postrider for tests; it has its own folder, time and provider. */
export interface TestOptions extends Omit<OpenOptions, 'dataDir' | 'providers'> {
  /** The outcomes of messages; messages without a rule are delivered. */
  readonly rules?: readonly ScriptedRule[]
  /** The initial time; default noon of 15 January 2026, UTC. */
  readonly startMs?: EpochMs
}

/** Postrider in a test. */
export interface TestPostrider extends EmbeddedPostrider {
  /** The folder of its data. */
  readonly dataDir: string
  /** The current time: it stays the same until {@link TestPostrider.advance} is called. */
  nowMs(): EpochMs
  /** Does all work that is due: sends, processes reports, writes emails. Time doesn't pass. */
  settle(): Promise<void>
  /** Advances the time by this many milliseconds at once, then does all work that is due. */
  advance(ms: number): Promise<void>
  /** The messages that were sent, oldest first, as their recipients read them. */
  inbox(): readonly InboxEntry[]
  /** Closes it, and deletes its data. */
  close(): Promise<void>
}

const NOON_MS = Date.UTC(2026, 0, 15, 12)

/** Due work starts within one turn of every loop; the slowest loop that sends pauses for a second. */
const ROUND_MS = 1000

/**
 * Opens a Postrider for a test: in a folder of its own, with a clock that the test moves and a provider that
 * follows rules. It is started: {@link TestPostrider.settle} sends accepted messages.
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
