import { expect } from 'chai'
import type { ChangeGroup } from '@postrider/core/feed/domain/change'
import {
  addToStep,
  type FlowCount,
  flowOfGroup,
  MOST_TEMPLATES,
  NO_FLOW,
} from '@postrider/core/platform/domain/flow/flow'
import { outcomeCountOf } from '@postrider/core/platform/domain/flow/outcome-counts'
import { type FlowEntry, rollUp } from '@postrider/core/platform/domain/flow/roll-up'
import { DAY_MS, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { fresh } from '@postrider/conformance/builders/fresh'

const organizationId = fresh.id('org')
const DAY = 20_000 * DAY_MS

const aGroup = (overrides: Partial<ChangeGroup> = {}): ChangeGroup => ({
  kind: 'message',
  organizationId,
  appId: fresh.id('app'),
  channel: 'sms',
  lane: 'otp',
  state: 'DELIVERED',
  failureCode: undefined,
  count: 1,
  amountMinor: 35,
  currency: 'INR',
  environment: 'production',
  templateId: undefined,
  ages: undefined,
  billing: undefined,
  ...overrides,
})

const anHour = (startMs: number, ...groups: readonly ChangeGroup[]): FlowEntry => ({
  step: 'hour',
  startMs,
  organizationId,
  flow: groups.map(flowOfGroup).reduce(addToStep, NO_FLOW),
})

const ANY = { channel: undefined, environment: undefined }

describe('Counts of outcomes', () => {
  it('are by day or hour, with the causes of failures', () => {
    const entries = [
      anHour(DAY, aGroup({ count: 3 }), aGroup({ state: 'SUBMITTED', count: 9 })),
      anHour(DAY + HOUR_MS, aGroup({ state: 'UNDELIVERED', failureCode: 'recipient_invalid', count: 2 })),
      anHour(
        DAY + DAY_MS,
        aGroup({ state: 'FAILED' }),
        aGroup({ state: 'EXPIRED' }),
        aGroup({ state: 'CANCELLED' }),
      ),
    ]
    const none = { delivered: 0, undelivered: 0, failed: 0, expired: 0, cancelled: 0 }
    const causes = [{ failureCode: 'recipient_invalid', count: 2 }]
    expect(outcomeCountOf(entries, 'day', ANY).steps).to.deep.equal([
      { startMs: DAY, ...none, delivered: 3, undelivered: 2, causes },
      {
        startMs: DAY + DAY_MS,
        ...none,
        failed: 1,
        expired: 1,
        cancelled: 1,
        causes: [{ failureCode: undefined, count: 3 }],
      },
    ])
    const hours = outcomeCountOf(entries, 'hour', ANY).steps
    expect(hours.map(({ startMs }) => startMs)).to.deep.equal([DAY, DAY + HOUR_MS, DAY + DAY_MS])
  })

  it('are by template, the most used first, for the requested channel and environment', () => {
    const [one, other] = [fresh.id('tpl'), fresh.id('tpl')]
    const entries = [
      anHour(
        DAY,
        aGroup({ templateId: one }),
        aGroup({ templateId: other, count: 4 }),
        aGroup({ templateId: one, state: 'FAILED', count: 2 }),
        aGroup({ templateId: one, channel: 'email', count: 100 }),
        aGroup({ templateId: one, environment: 'test', count: 100 }),
      ),
    ]
    const { templates } = outcomeCountOf(entries, 'day', { channel: 'sms', environment: 'production' })
    expect(
      templates.map(({ templateId, delivered, failed }) => [templateId, delivered, failed]),
    ).to.deep.equal([
      [other, 4, 0],
      [one, 1, 2],
    ])
  })

  it('are by template only for the Organization, and for a bounded number of templates per hour', () => {
    const groups = Array.from({ length: MOST_TEMPLATES + 20 }, () => aGroup({ templateId: fresh.id('tpl') }))
    const entries = rollUp([{ atMs: DAY, groups: groups.slice(0, 60) }])
    const countsOf = (
      found: readonly FlowEntry[],
      owner: FlowEntry['organizationId'],
    ): readonly FlowCount[] =>
      found
        .filter((one) => one.step === 'hour' && one.organizationId === owner)
        .flatMap(({ flow }) => flow.counts)
    expect(countsOf(entries, undefined).map(({ templateId, count }) => [templateId, count])).to.deep.equal([
      [undefined, 60],
    ])
    expect(countsOf(entries, organizationId)).to.have.length(60)
    const [first = NO_FLOW, next = NO_FLOW] = [groups.slice(0, 60), groups.slice(60)].map(
      (some) => anHour(DAY, ...some).flow,
    )
    const sum = addToStep(first, next).counts
    expect(sum).to.have.length(MOST_TEMPLATES + 1)
    expect(sum.find(({ templateId }) => templateId === undefined)?.count).to.equal(20)
    expect(sum.reduce((all, { count }) => all + count, 0)).to.equal(groups.length)
  })
})
