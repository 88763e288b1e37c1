import { expect } from 'chai'
import { fresh } from '@postrider/conformance/builders/fresh'
import { decodeId } from '@postrider/core/kernel/ids/id'
import {
  changeOfEvent,
  type ChangeGroup,
  groupOf,
  newStatesIn,
  oneChange,
} from '@postrider/core/feed/domain/change'
import { appendRuns, type EventStream, type Numbering } from '@postrider/core/events/domain/append-runs'
import { deriveRuns } from '@postrider/core/events/domain/derive-runs'
import { type EventRun, eventsOfBlock } from '@postrider/core/events/domain/event'
import { eventIdOf } from '@postrider/core/events/domain/event-id'

const owner = { appId: fresh.id('app'), organizationId: fresh.id('org'), environment: 'production' } as const

const aGroup = (changes: Partial<ChangeGroup>): ChangeGroup => ({
  ...groupOf('message', 1, owner.organizationId),
  appId: owner.appId,
  environment: owner.environment,
  channel: 'sms',
  ...changes,
})

const aStream = (changes: Partial<EventStream> = {}): EventStream => ({
  ...owner,
  sequence: 0,
  generation: 0,
  numberedAtMs: 1000,
  ...changes,
})

const at = (changes: Partial<Numbering> = {}): Numbering => ({
  nowMs: 2000,
  generation: 0,
  seed: () => 7,
  ...changes,
})

const aRun = (count: number): EventRun => ({
  kind: 'messages',
  atMs: 1500,
  became: { channel: 'sms', state: 'SUBMITTED', billing: 'settled', failureCode: undefined },
  messageIds: Array.from({ length: count }, () => fresh.id('msg')),
})

describe('The order of the messages of a change', () => {
  it('tells which message got which state, also if several changes are merged', () => {
    const [sent, failed, touched] = [fresh.id('msg'), fresh.id('msg'), fresh.id('msg')]
    const merged = oneChange([
      { groups: [aGroup({ state: 'SUBMITTED' }), aGroup({})], messageIds: [sent, touched] },
      { groups: [groupOf('act', 1)], messageIds: [failed, touched] },
      { groups: [aGroup({ state: 'FAILED' })], messageIds: [failed] },
    ])
    expect(merged?.messageIds).to.deep.equal([sent, failed, touched])
    expect(
      merged && newStatesIn(merged).map(({ group, messageIds }) => [group.state, messageIds]),
    ).to.deep.equal([
      ['SUBMITTED', [sent]],
      ['FAILED', [failed]],
    ])
  })

  it('isn’t needed for a change that only leaves an event', () => {
    const note = { type: 'balance.low', organizationId: owner.organizationId, data: {} } as const
    const change = changeOfEvent({ ...note, appId: undefined, environment: 'test' })
    expect(oneChange([{ groups: [], messageIds: [] }, change])).to.deep.equal(change)
    expect(
      oneChange([
        { groups: [], messageIds: [] },
        { groups: [], messageIds: [], events: [] },
      ]),
    ).to.equal(undefined)
  })
})

describe('The events of a change', () => {
  it('are none for messages without a new state, and for other records', () => {
    const change = { atMs: 1, groups: [aGroup({}), groupOf('account', 1)], messageIds: [fresh.id('msg')] }
    expect(deriveRuns([change], () => [])).to.deep.equal([])
  })

  it('have the billing status after the change; accepted messages are provisional', () => {
    const ids = [fresh.id('msg'), fresh.id('msg')]
    const groups = [
      aGroup({ state: 'ACCEPTED' }),
      aGroup({ state: 'FAILED', billing: 'released', failureCode: 'provider_rejected' }),
    ]
    const [app] = deriveRuns([{ atMs: 5, groups, messageIds: ids }], () => [])
    expect(app?.runs.map((run) => run.kind === 'messages' && run.became)).to.deep.equal([
      { channel: 'sms', state: 'ACCEPTED', billing: 'provisional', failureCode: undefined },
      { channel: 'sms', state: 'FAILED', billing: 'released', failureCode: 'provider_rejected' },
    ])
  })
})

describe('A stream of events', () => {
  it('is numbered without gaps, over blocks of limited size', () => {
    const { stream, blocks } = appendRuns(aStream({ sequence: 10 }), [aRun(300), aRun(300), aRun(1)], at())
    expect(blocks.map(({ first, last }) => [first, last])).to.deep.equal([
      [11, 610],
      [611, 611],
    ])
    expect(stream).to.deep.include({ sequence: 611, numberedAtMs: 2000 })
    const sequences = blocks.flatMap(eventsOfBlock).map(({ sequence }) => sequence)
    expect(sequences).to.deep.equal(Array.from({ length: 601 }, (_, index) => index + 11))
  })

  it('jumps after a restoration by more than could have been numbered since, and says so', () => {
    const { stream, blocks } = appendRuns(
      aStream({ sequence: 10 }),
      [aRun(1)],
      at({ generation: 1800, nowMs: 61_000 }),
    )
    const [gap, next] = blocks.flatMap(eventsOfBlock)
    expect(gap).to.deep.include({ type: 'events.gap', sequence: 10 + 100_000 + 60_000 * 100 + 1 })
    expect(gap?.subject).to.deep.equal({ kind: 'note', data: { fromSequence: 11, toSequence: 6_100_010 } })
    expect(next?.sequence).to.equal(6_100_012)
    expect(stream).to.deep.include({ sequence: 6_100_012, generation: 1800 })
    expect(
      appendRuns(stream, [aRun(1)], at({ generation: 1800 })).blocks.flatMap(eventsOfBlock),
    ).to.have.length(1)
  })

  it('has nothing to say about a restoration before its first event', () => {
    const { stream, blocks } = appendRuns(aStream(), [], at({ generation: 1800 }))
    expect(blocks).to.deep.equal([])
    expect(stream).to.deep.include({ sequence: 0, generation: 1800 })
  })
})

describe('The identifier of an event', () => {
  it('has its time, its seed and its sequence', () => {
    const bytes = decodeId('evt', eventIdOf(0x0123456789ab, 0xfedcba98, 2 ** 40 + 3))
    expect(bytes && Buffer.from(bytes).toString('hex')).to.equal('0123456789abfedcba98010000000003')
  })
})
