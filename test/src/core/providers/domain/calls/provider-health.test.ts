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

  it('counts the results of its own calls, and shows the last one that failed', () => {
    const calls = [
      call('accepted', 1),
      call('accepted', 9),
      call('rejected_by_route', 6),
      call('permanent_failure', 4),
      call('unknown', 3),
      call('transient_failure', 5),
      call('intent', 0),
      call('unknown', 2, other),
    ]
    expect(healthOf(own, calls)).to.deep.equal({
      accepted: 2,
      rejectedByRoute: 1,
      permanentFailure: 1,
      transientFailure: 1,
      unknown: 1,
      inFlight: 1,
      lastFailure: call('unknown', 3),
    })
  })

  it("doesn't exist for an account without calls", () => {
    expect(healthOf(fresh.id('pac'), [call('accepted', 1)])).to.deep.equal({
      accepted: 0,
      rejectedByRoute: 0,
      permanentFailure: 0,
      transientFailure: 0,
      unknown: 0,
      inFlight: 0,
      lastFailure: undefined,
    })
  })
})
