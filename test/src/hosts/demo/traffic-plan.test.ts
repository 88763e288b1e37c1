import { expect } from 'chai'
import { isOutcomeNumber } from '@postrider/core/otp/domain/destination'
import { behaviorOf } from '@postrider/provider-sandbox/behavior'
import { DEMO_PRICES } from '@postrider/demo/demo-plans'
import { DEMO_DRAFTS } from '@postrider/demo/demo-templates'
import { MOST_MESSAGES, trafficAt } from '@postrider/demo/traffic-plan'

const FRACTIONS = [0, 0.37, 0.999_999]

const planned = FRACTIONS.flatMap((fraction) =>
  Array.from({ length: MOST_MESSAGES }, (_, turn) => trafficAt(turn, fraction)),
)

/** The channel of a template. */
const channelOf = (template: string): string =>
  DEMO_DRAFTS.find((draft) => draft.template === template)?.body.channel ?? 'none'

describe('The traffic of the demo', () => {
  it('goes to possible recipients, with a price, on every channel', () => {
    for (const { template, to } of planned) {
      const channel = channelOf(template)
      if (channel === 'email') expect(to).to.match(/^[a-z]+[.+]\d{4}@example\.com$/)
      else {
        expect(to).to.match(/^\+(91\d{10}|44\d{10}|1\d{10})$/)
        const prices = DEMO_PRICES.filter((price) => price.channel === channel)
        expect(prices.some(({ destinationPrefix }) => to.startsWith(destinationPrefix))).to.equal(true)
      }
    }
    expect(new Set(planned.map(({ template }) => channelOf(template)))).to.have.keys(
      'sms',
      'whatsapp',
      'email',
    )
  })

  it('has every outcome within a minute, mostly deliveries, and some unknown ones', () => {
    const minute = Array.from({ length: 180 }, (_, turn) => behaviorOf(trafficAt(turn, 0.5).to))
    const counts = new Map<string, number>()
    for (const behavior of minute) counts.set(behavior, (counts.get(behavior) ?? 0) + 1)
    expect(counts).to.have.all.keys(
      'deliver',
      'reject',
      'undeliver',
      'vanish',
      'late',
      'refuse_twice',
      'confuse',
      'slow',
    )
    expect(counts.get('deliver')).to.be.within(120, 160)
    expect(counts.get('vanish')).to.be.within(3, 9)
  })

  it('sends codes only to reachable recipients, and verifies most of them', () => {
    const codes = planned.flatMap((one) => (one.template === 'otpSms' ? [one] : []))
    expect(codes.filter(({ to }) => isOutcomeNumber(to))).to.deep.equal([])
    const share = codes.filter(({ isEntered }) => isEntered).length / codes.length
    expect(share).to.be.within(0.7, 0.9)
  })
})
