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

const standing = (status: AccountHealth['status'], more: Partial<AccountHealth> = {}) =>
  new Map([
    [
      providerAccountId,
      { status, sinceMs: NOW_MS, detail: undefined, sessions: 0, callsInFlight: 0, ...more },
    ],
  ])

const spelled = (event: OutageEvent): string =>
  event._tag === 'AccountStopped' ? `${event.status}: ${event.reason}` : 'works'

/** What is reported of an account at each of several looks. */
const reported = (looks: ReadonlyArray<ReturnType<typeof standing>>): readonly string[] => {
  let outages = NO_OUTAGES
  return looks.map((look) => {
    const change = followOutages(outages, look)
    outages = change.outages
    return change.events.map(spelled).join()
  })
}

describe('An account that stops working', () => {
  it('is reported once with its reason, however often it is tried, and once when it works again', () => {
    const down = standing('down', { detail: 'no connection' })
    expect(reported([standing('up'), down, down, down, standing('up'), standing('up'), down])).to.deep.equal([
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
    const first = standing('down', { detail: 'no connection' })
    const second = standing('refused', { detail: 'wrong password' })
    const many = Array.from({ length: 30 }, (_, at) => standing('down', { detail: `request ${at} failed` }))
    expect(reported([first, second, first, second]).filter((line) => line !== '')).to.deep.equal([
      'down: no connection',
      'refused: wrong password',
    ])
    expect(reported(many).filter((line) => line !== '')).to.have.length(10)
  })

  it('is one whose circuit breaker is open, with the reason that its last call gave', () => {
    const open = { isCircuitOpen: true } as const
    const looks = [
      standing('down', { ...open, detail: 'no connection' }),
      standing('connecting', open),
      standing('connecting'),
      standing('up'),
    ]
    expect(reported(looks)).to.deep.equal(['down: no connection', '', '', 'works'])
    const { outages } = followOutages(NO_OUTAGES, looks[0] ?? new Map())
    expect(withReasons(standing('connecting', open), outages).get(providerAccountId)).to.include({
      detail: 'no connection',
    })
    expect(withReasons(standing('connecting'), outages).get(providerAccountId)?.detail).to.equal(undefined)
  })

  it('is reported although nothing is known of the cause, and forgotten when it is closed', () => {
    const down = standing('down')
    expect(reported([down, new Map(), down])).to.deep.equal([
      'down: nothing is known of the cause',
      '',
      'down: nothing is known of the cause',
    ])
  })
})
