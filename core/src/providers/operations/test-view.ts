import type * as t from 'io-ts'
import { CHANNELS } from '../../channels/channels.js'
import { type ProviderTest, stateNow } from '../domain/provider-tests/provider-test.js'
import { type EpochMs, isoTime } from '../../kernel/time/epoch-ms.js'
import type { providerTestShape } from './test-shapes.js'

/** A test of a provider account, in the form of responses; the recipient is masked. */
export const providerTestView = (test: ProviderTest, nowMs: EpochMs): t.TypeOf<typeof providerTestShape> => {
  const { testId, providerAccountId, channel, to, detail, isReported, requestedAtMs, transcript } = test
  return {
    testId,
    providerAccountId,
    channel,
    to: CHANNELS[channel].recipient.masked(to),
    state: stateNow(test, nowMs),
    detail: detail ?? null,
    isReported: isReported ?? null,
    requestedAt: isoTime(requestedAtMs),
    transcript: transcript.map(({ atMs, ...line }) => ({ ...line, at: isoTime(atMs) })),
  }
}
