import { expect } from 'chai'
import { failureCountOf } from '@postrider/core/platform/domain/flow/failure-counts'
import type { FlowCount } from '@postrider/core/platform/domain/flow/flow'

describe('Counts of failures', () => {
  const count = (overrides: Partial<FlowCount>): FlowCount => ({
    channel: 'sms',
    lane: 'transactional',
    state: 'FAILED',
    failureCode: 'provider_rejected',
    currency: 'INR',
    environment: 'production',
    templateId: undefined,
    count: 1,
    amountMinor: 35,
    ...overrides,
  })

  it('cover the requested environment, and show that some are older than the environments', () => {
    const known = [count({}), count({ environment: 'test', count: 7 })]
    const of = (counts: readonly FlowCount[], environment?: FlowCount['environment']) => {
      const { failed, isWhole } = failureCountOf({ counts, ages: [] }, { channel: 'sms', environment })
      return [failed, isWhole]
    }
    expect(of(known)).to.deep.equal([8, true])
    expect(of(known, 'production')).to.deep.equal([1, true])
    const older = [...known, count({ environment: undefined, count: 4 })]
    expect(of(older)).to.deep.equal([12, true])
    expect(of(older, 'test')).to.deep.equal([7, false])
    expect(of([...known, count({ channel: 'email', environment: undefined })], 'test')).to.deep.equal([
      7,
      true,
    ])
  })
})
