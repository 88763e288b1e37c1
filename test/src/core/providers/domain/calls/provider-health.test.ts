import { expect } from 'chai'
import { healthOf, type ProviderCall } from '@postrider/core/providers/domain/calls/provider-health'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'

describe('The health of a provider account', () => {
  const [own, other] = [fresh.id('pac'), fresh.id('pac')]
  const call = (phase: ProviderCall['phase'], agoMs: number, providerAccountId = own): ProviderCall => ({
    providerAccountId,
    phase,
    detail: `${phase} ${agoMs}`,
    startedAtMs: NOW_MS - agoMs,
  })

  it('counts what its own calls came to, and tells of the one that failed last', () => {
    const calls = [
      call('taken', 1),
      call('taken', 9),
      call('refused_here', 6),
      call('refused_for_good', 4),
      call('unknown', 3),
      call('refused_for_now', 5),
      call('intent', 0),
      call('unknown', 2, other),
    ]
    expect(healthOf(own, calls)).to.deep.equal({
      taken: 2,
      refusedHere: 1,
      refusedForGood: 1,
      refusedForNow: 1,
      unknown: 1,
      inFlight: 1,
      lastFailure: call('unknown', 3),
    })
  })

  it('is nothing at all of an account that was not called', () => {
    expect(healthOf(fresh.id('pac'), [call('taken', 1)])).to.deep.equal({
      taken: 0,
      refusedHere: 0,
      refusedForGood: 0,
      refusedForNow: 0,
      unknown: 0,
      inFlight: 0,
      lastFailure: undefined,
    })
  })
})
