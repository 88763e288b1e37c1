import { expect } from 'chai'
import type { AccountHealth } from '@postrider/core/providers/domain/calls/account-health'
import {
  followOutages,
  NO_OUTAGES,
  type OutageEvent,
  withReasons,
} from '@postrider/core/providers/domain/calls/account-outage'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const { providerAccountId } = aProviderAccount()

const healthOf = (status: AccountHealth['status'], more: Partial<AccountHealth> = {}) =>
  new Map([
    [
      providerAccountId,
      { status, sinceMs: NOW_MS, detail: undefined, sessions: 0, callsInFlight: 0, ...more },
    ],
  ])

const spelled = (event: OutageEvent): string =>
  event._tag === 'AccountStopped' ? `${event.status}: ${event.reason}` : 'works'

/** The reports about an account at each of several checks. */
const reported = (looks: ReadonlyArray<ReturnType<typeof healthOf>>): readonly string[] => {
  let outages = NO_OUTAGES
  return looks.map((look) => {
    const change = followOutages(outages, look)
    outages = change.outages
    return change.events.map(spelled).join()
  })
}

describe('An account that stops working', () => {
  it('is reported once with its reason, also after many attempts, and once when it works again', () => {
    const down = healthOf('down', { detail: 'no connection' })
    expect(reported([healthOf('up'), down, down, down, healthOf('up'), healthOf('up'), down])).to.deep.equal([
      '',
      'down: no connection',
      '',
      '',
      'works',
      '',
      'down: no connection',
    ])
  })

  it('is reported again for another reason, and for each reason once in an outage', () => {
    const first = healthOf('down', { detail: 'no connection' })
    const second = healthOf('refused', { detail: 'wrong password' })
    const many = Array.from({ length: 30 }, (_, at) => healthOf('down', { detail: `request ${at} failed` }))
    expect(reported([first, second, first, second]).filter((line) => line !== '')).to.deep.equal([
      'down: no connection',
      'refused: wrong password',
    ])
    expect(reported(many).filter((line) => line !== '')).to.have.length(10)
  })

  it('is one with an open circuit breaker, and the reason is that of its last call', () => {
    const open = { isCircuitOpen: true } as const
    const looks = [
      healthOf('down', { ...open, detail: 'no connection' }),
      healthOf('connecting', open),
      healthOf('connecting'),
      healthOf('up'),
    ]
    expect(reported(looks)).to.deep.equal(['down: no connection', '', '', 'works'])
    const { outages } = followOutages(NO_OUTAGES, looks[0] ?? new Map())
    expect(withReasons(healthOf('connecting', open), outages).get(providerAccountId)).to.include({
      detail: 'no connection',
    })
    expect(withReasons(healthOf('connecting'), outages).get(providerAccountId)?.detail).to.equal(undefined)
  })

  it('is reported although the cause is unknown, and forgotten when it is closed', () => {
    const down = healthOf('down')
    expect(reported([down, new Map(), down])).to.deep.equal([
      'down: the cause is unknown',
      '',
      'down: the cause is unknown',
    ])
  })
})
