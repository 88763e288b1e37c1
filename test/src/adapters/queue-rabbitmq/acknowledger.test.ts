import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Channel, ConsumeMessage } from 'amqplib'
import { createAcknowledger } from '@postrider/queue-rabbitmq/acknowledger'

/** A channel that tracks unacknowledged deliveries like RabbitMQ, and closes in the same cases. */
const trackingChannel = () => {
  const outstanding = new Set<number>()
  const frames: string[] = []
  const take = (tag: number, multiple: boolean): void => {
    if (!outstanding.has(tag)) throw new Error(`406 unknown delivery tag ${tag}`)
    for (const each of outstanding) if (each === tag || (multiple && each < tag)) outstanding.delete(each)
  }
  const channel = Object.assign(new EventEmitter(), {
    ack: (message: ConsumeMessage, multiple = false) => {
      frames.push('ack')
      take(message.fields.deliveryTag, multiple)
    },
    nack: (message: ConsumeMessage) => {
      frames.push('nack')
      take(message.fields.deliveryTag, false)
    },
  })
  return { outstanding, frames, channel: channel as unknown as Channel }
}

const messageOf = (deliveryTag: number): ConsumeMessage => ({
  content: Buffer.alloc(0),
  fields: { deliveryTag, redelivered: false, exchange: '', routingKey: '', consumerTag: '' },
  properties: {} as ConsumeMessage['properties'],
})

describe('Acknowledgements on a channel of RabbitMQ', () => {
  it('cover exactly what was acknowledged, in any order and grouping', async () => {
    const step = fc.record({
      tag: fc.integer({ min: 1, max: 30 }),
      how: fc.constantFrom('ack', 'ack', 'ack', 'requeue', 'dead'),
      turn: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { outstanding, channel } = trackingChannel()
        const answers = createAcknowledger(channel, () => undefined)
        const expected = new Set<number>()
        for (let tag = 1; tag <= 30; tag += 1) {
          outstanding.add(tag)
          expected.add(tag)
          answers.delivered(messageOf(tag))
        }
        for (const { tag, how, turn: takeTurn } of steps) {
          if (how === 'ack') answers.ack(messageOf(tag))
          else answers.reject(messageOf(tag), how === 'requeue')
          expected.delete(tag)
          if (takeTurn) await turn()
        }
        answers.flush()
        expect([...outstanding]).to.deep.equal([...expected])
        expect(answers.unanswered()).to.equal(expected.size)
      }),
      { numRuns: 300 },
    )
  })

  it('of one turn of the event loop share one frame when nothing below them is open', async () => {
    const { outstanding, frames, channel } = trackingChannel()
    const answers = createAcknowledger(channel, () => undefined)
    for (let tag = 1; tag <= 100; tag += 1) {
      outstanding.add(tag)
      answers.delivered(messageOf(tag))
    }
    for (let tag = 100; tag >= 1; tag -= 1) answers.ack(messageOf(tag))
    expect(frames).to.deep.equal([])
    await turn()
    expect(frames).to.deep.equal(['ack'])
    expect(outstanding.size).to.equal(0)
  })

  it("aren't sent after the channel has closed, and don't throw while it closes", async () => {
    const { frames, channel } = trackingChannel()
    const gone = createAcknowledger(channel, () => undefined)
    gone.delivered(messageOf(1))
    gone.ack(messageOf(1))
    gone.end()
    await turn()
    expect(frames).to.deep.equal([])
    const closing = createAcknowledger(channel, () => undefined)
    closing.delivered(messageOf(7))
    closing.ack(messageOf(7))
    closing.flush()
    expect(() => closing.reject(messageOf(8), true)).not.to.throw()
  })

  it('report when nothing is open', async () => {
    const { outstanding, channel } = trackingChannel()
    let idle = 0
    const answers = createAcknowledger(channel, () => (idle += 1))
    for (const tag of [1, 2]) {
      outstanding.add(tag)
      answers.delivered(messageOf(tag))
    }
    answers.ack(messageOf(2))
    await turn()
    expect(idle).to.equal(0)
    answers.reject(messageOf(1), true)
    expect(idle).to.equal(1)
  })
})
