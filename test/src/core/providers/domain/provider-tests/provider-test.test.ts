import { expect } from 'chai'
import {
  mayBeTaken,
  stateNow,
  TAKEN_WITHIN_MS,
  waitForTestMs,
  withLines,
} from '@postrider/core/providers/domain/provider-tests/provider-test'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aProviderTest } from '@postrider/conformance/builders/a-provider-test'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

describe('A test of a provider account', () => {
  it('is taken once and in time, and expires a while after it can no longer be taken', () => {
    const test = aProviderTest()
    expect(mayBeTaken(test, NOW_MS + TAKEN_WITHIN_MS - 1)).to.equal(true)
    expect(mayBeTaken(test, NOW_MS + TAKEN_WITHIN_MS)).to.equal(false)
    expect(mayBeTaken({ ...test, state: 'sending' }, NOW_MS)).to.equal(false)
    expect(stateNow(test, NOW_MS + TAKEN_WITHIN_MS)).to.equal('requested')
    expect(stateNow(test, NOW_MS + TAKEN_WITHIN_MS + 1_999)).to.equal('requested')
    expect(stateNow(test, NOW_MS + TAKEN_WITHIN_MS + 2_000)).to.equal('expired')
  })

  it('is allowed when the tenth before it is a day old', () => {
    const tests = Array.from({ length: 12 }, (_, ms) => aProviderTest({ requestedAtMs: NOW_MS + ms }))
    expect(waitForTestMs(tests.slice(0, 9), NOW_MS + 20)).to.equal(undefined)
    expect(waitForTestMs(tests.slice(0, 10), NOW_MS + 20)).to.equal(DAY_MS - 20)
    expect(waitForTestMs(tests, NOW_MS + 20)).to.equal(DAY_MS - 18)
  })

  it('keeps a limited number of lines with a limited length', () => {
    const line = { direction: 'in', text: 'x'.repeat(5_000), atMs: NOW_MS } as const
    const { transcript } = withLines(
      aProviderTest(),
      Array.from({ length: 300 }, () => line),
    )
    expect(transcript).to.have.length(200)
    expect(transcript[0]?.text).to.have.length(2_000)
  })
})
