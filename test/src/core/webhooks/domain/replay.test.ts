import { expect } from 'chai'
import { replayedDeliveries, type ReplayedEvent } from '@postrider/core/webhooks/domain/replay'

const event = (sequence: number, key: string): ReplayedEvent => ({ sequence, key })

const due = (
  ordering: 'message' | 'strict',
  events: readonly ReplayedEvent[],
  pending: readonly ReplayedEvent[],
) => replayedDeliveries({ ordering }, events, pending, 9).map(({ dueAtMs }) => dueAtMs)

describe('A replay of events', () => {
  const events = [event(2, 'a'), event(3, 'b'), event(4, ''), event(5, 'a'), event(6, '')]

  it('keeps the order of each message, also behind what is pending already', () => {
    expect(due('message', events, [])).to.deep.equal([9, 9, 9, undefined, 9])
    expect(due('message', events, [event(1, 'b')])).to.deep.equal([9, undefined, 9, undefined, 9])
    expect(due('message', events, [event(3, 'b'), event(7, 'a')])).to.deep.equal([9, 9, 9, undefined, 9])
  })

  it('delivers one event at a time with strict ordering', () => {
    expect(due('strict', events.slice(0, 3), [event(4, '')])).to.deep.equal([9, undefined, undefined])
    expect(due('strict', events.slice(0, 2), [event(1, '')])).to.deep.equal([undefined, undefined])
  })
})
