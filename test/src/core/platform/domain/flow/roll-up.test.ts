import { expect } from 'chai'
import type { ChangeGroup } from '@postrider/core/feed/domain/change'
import { NO_FLOW, addFlows, flowOfGroup } from '@postrider/core/platform/domain/flow/flow'
import { rollUp } from '@postrider/core/platform/domain/flow/roll-up'
import { HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { fresh } from '@postrider/conformance/builders/fresh'

const organizationId = fresh.id('org')
const HOUR = 1_000 * HOUR_MS

const aGroup = (overrides: Partial<ChangeGroup> = {}): ChangeGroup => ({
  kind: 'message',
  organizationId,
  appId: fresh.id('app'),
  channel: 'sms',
  lane: 'otp',
  state: 'ACCEPTED',
  failureCode: undefined,
  count: 2,
  amountMinor: 70,
  currency: 'INR',
  environment: 'production',
  templateId: undefined,
  ages: undefined,
  billing: undefined,
  ...overrides,
})

const aChange = (atMs: number, ...groups: readonly ChangeGroup[]) => ({ atMs, groups, messageIds: [] })

describe('Flow', () => {
  it('counts messages that reached a state, and nothing else', () => {
    const counted = { channel: 'sms', lane: 'otp', state: 'ACCEPTED', failureCode: undefined } as const
    expect(flowOfGroup(aGroup())).to.deep.equal({
      counts: [
        {
          ...counted,
          currency: 'INR',
          environment: 'production',
          templateId: undefined,
          count: 2,
          amountMinor: 70,
        },
      ],
      ages: [],
    })
    expect(flowOfGroup(aGroup({ state: undefined }))).to.deep.equal(NO_FLOW)
    expect(flowOfGroup(aGroup({ kind: 'act' }))).to.deep.equal(NO_FLOW)
  })

  it('adds what has the same dimensions, and separates the rest', () => {
    const groups = [
      aGroup(),
      aGroup({ count: 1, amountMinor: 35 }),
      aGroup({ currency: 'EUR' }),
      aGroup({ environment: 'test' }),
      aGroup({ environment: undefined }),
      aGroup({ lane: 'promotional' }),
      aGroup({ channel: 'email' }),
      aGroup({ state: 'FAILED', failureCode: 'provider_rejected' }),
      aGroup({ state: 'FAILED', failureCode: 'cancelled' }),
    ]
    const { counts } = addFlows(groups.map(flowOfGroup))
    expect(counts).to.have.length(8)
    expect(counts[0]).to.include({ count: 3, amountMinor: 105, currency: 'INR' })
  })

  it('adds the ages of a lane, and of no other', () => {
    const taken = (lane: ChangeGroup['lane'], ages: ChangeGroup['ages']) =>
      flowOfGroup(aGroup({ lane, ages }))
    const { ages } = addFlows([
      taken('otp', { 1: 2, 5: 1 }),
      taken('otp', { 5: 3 }),
      taken('promotional', { 5: 1 }),
    ])
    expect(ages).to.deep.equal([
      { lane: 'otp', ages: { 1: 2, 5: 4 } },
      { lane: 'promotional', ages: { 5: 1 } },
    ])
  })

  it('is rolled up by the minute and the hour for the platform, and by the hour for each Organization', () => {
    const other = fresh.id('org')
    const entries = rollUp([
      aChange(HOUR + 1, aGroup()),
      aChange(HOUR + MINUTE_MS - 1, aGroup({ organizationId: other })),
      aChange(HOUR + MINUTE_MS, aGroup()),
      aChange(HOUR + HOUR_MS, aGroup({ organizationId: undefined }), aGroup({ state: undefined })),
    ])
    const shown = entries.map(({ step, startMs, organizationId: owner, flow }) => [
      step,
      startMs - HOUR,
      owner,
      flow.counts.map(({ count }) => count),
    ])
    expect(shown).to.have.deep.members([
      ['minute', 0, undefined, [4]],
      ['minute', MINUTE_MS, undefined, [2]],
      ['minute', HOUR_MS, undefined, [2]],
      ['hour', 0, undefined, [6]],
      ['hour', HOUR_MS, undefined, [2]],
      ['hour', 0, organizationId, [4]],
      ['hour', 0, other, [2]],
    ])
  })
})
