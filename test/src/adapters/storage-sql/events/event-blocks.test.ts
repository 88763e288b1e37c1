import fc from 'fast-check'
import { expect } from 'chai'
import { fresh } from '@postrider/conformance/builders/fresh'
import {
  type EventBlock,
  type EventRun,
  eventsOfBlock,
  lengthOfRun,
} from '@postrider/core/events/domain/event'
import { blockCells, eventsIn } from '@postrider/storage-sql/events/tables'

const FIRST = 11

const aRun = (count: number): EventRun =>
  count === 0
    ? { kind: 'note', atMs: 1500, type: 'otp.verified', data: { challengeId: fresh.id('otp') } }
    : {
        kind: 'messages',
        atMs: 1500,
        became: { channel: 'sms', state: 'FAILED', billing: 'released', failureCode: 'provider_rejected' },
        messageIds: Array.from({ length: count }, () => fresh.id('msg')),
      }

const aBlock = (counts: readonly number[]): EventBlock => {
  const runs = counts.map(aRun)
  const length = runs.reduce((sum, run) => sum + lengthOfRun(run), 0)
  return {
    appId: fresh.id('app'),
    organizationId: fresh.id('org'),
    environment: 'test',
    first: FIRST,
    last: FIRST + length - 1,
    seed: 7,
    numberedAtMs: 2000,
    runs,
  }
}

describe('The stored events of a block', () => {
  it('are read from any sequence on, with the same IDs as in the whole block', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(4), { minLength: 1, maxLength: 6 }),
        fc.nat(40),
        fc.integer({ min: 1, max: 40 }),
        (counts, after, most) => {
          const block = aBlock(counts)
          const all = eventsOfBlock(block)
          expect(eventsIn(blockCells([block]), after, most)).to.deep.equal(
            all.filter(({ sequence }) => sequence > after).slice(0, most),
          )
        },
      ),
    )
  })
})
