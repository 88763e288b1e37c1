import { CHANNELS } from '../../../channels/channels.js'
import type { WireLine } from '../../domain/calls/wire-line.js'
import type { ProviderTestId } from '../../../kernel/ids/id.js'
import {
  type ProviderTest,
  type TranscriptLine,
  withLines,
} from '../../domain/provider-tests/provider-test.js'
import { E } from '../../../fp.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'

/** A change of a test. */
type TestChange = (test: ProviderTest) => ProviderTest

/** Changes an existing test in a unit; left: it is unknown whether it was changed. */
export const changeTest = (
  { storage }: { readonly storage: { readonly units: UnitStorage } },
  testId: ProviderTestId,
  change: TestChange,
) =>
  storage.units.transact<never, void>('shared', async (unit) => {
    const test = await unit.providerTests.lock(testId)
    if (test !== undefined) unit.providerTests.replace(change(test))
    return E.right(undefined)
  })

/** Masks the recipient in a text, as in responses. */
export const withoutRecipient = (
  { channel, to }: Pick<ProviderTest, 'channel' | 'to'>,
  text: string,
): string => {
  const masked = CHANNELS[channel].recipient.masked(to)
  return text.replaceAll(to, masked).replaceAll(to.replace('+', ''), masked.replace('+', ''))
}

/** Stores the transcript of a test as it arrives. */
interface TranscriptRecorder {
  hear(line: WireLine): void
  /** Stores all lines so far and this change; resolves once they are stored, or can't be. */
  end(change: TestChange): Promise<void>
}

interface Needs {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
}

/** Lines that arrive together are written together, in sequential writes; no call waits for them. */
export const keepTranscript = (needs: Needs, test: ProviderTest): TranscriptRecorder => {
  let heard: readonly TranscriptLine[] = []
  let written: Promise<unknown> = Promise.resolve()

  const write = (change: TestChange): Promise<void> => {
    const next = written.then(async () => {
      const lines = heard
      heard = []
      const kept = await changeTest(needs, test.testId, (now) => change(withLines(now, lines)))()
      if (E.isLeft(kept) && kept.left._tag === 'StorageUnavailable') heard = [...lines, ...heard]
    })
    written = next.catch(() => undefined)
    return next
  }

  return {
    hear: ({ direction, text }) => {
      const isFirst = heard.length === 0
      heard = [...heard, { direction, text: withoutRecipient(test, text), atMs: needs.clock.nowMs() }]
      if (isFirst) void write((now) => now).catch(() => undefined) // `end` reports the error
    },
    end: write,
  }
}
