import { expect } from 'chai'
import { laneCapacity } from '@postrider/core/messaging/use-cases/dispatch/lane-capacity'
import { manualTime } from '../../../fakes/manual-time.js'
import { memoryQueue } from '../../../fakes/memory-queue.js'

const LIMITS = { fewestWaiting: 8, mostWaiting: 20, fullMs: 50 }

/** A lane's room over a queue with the length that the test sets, and the number of queries. */
const aCapacity = () => {
  const { clock, advance } = manualTime()
  const fake = memoryQueue()
  let depthReads = 0
  const queue = {
    ...fake.queue,
    depth: () => async () => {
      depthReads += 1
      return fake.queue.depth('otp')()
    },
  }
  const capacity = laneCapacity({ queue, clock }, 'otp', LIMITS)
  const findAt = (depth: number): Promise<number> => {
    fake.pretendDepth(depth)
    return capacity.find()
  }
  return { capacity, findAt, advance, goAway: fake.goAway, depthReads: () => depthReads }
}

/** A room of the largest size. */
const aGrownCapacity = async () => {
  const one = aCapacity()
  for (let round = 0; round < 3; round += 1) one.capacity.given(await one.findAt(0), true)
  return one
}

describe("The room in a lane's queue", () => {
  it('is queried once, and again when half of it was given', async () => {
    const { capacity, findAt, depthReads } = aCapacity()
    for (let turns = 0; turns < 100; turns += 1) expect(await findAt(0)).to.equal(8)
    expect(depthReads()).to.equal(1)
    capacity.given(4, false)
    expect(await findAt(3)).to.equal(4)
    expect(depthReads()).to.equal(1)
    capacity.given(1, false)
    expect(await findAt(3)).to.equal(5)
    expect(depthReads()).to.equal(2)
  })

  it("is zero while more than half of it is used, and the queue isn't queried again before the pause has ended", async () => {
    const { findAt, advance, depthReads } = aCapacity()
    expect(await findAt(5)).to.equal(0)
    await advance(49)
    expect(await findAt(0)).to.equal(0)
    expect(depthReads()).to.equal(1)
    await advance(1)
    expect(await findAt(4)).to.equal(4)
    expect(depthReads()).to.equal(2)
  })

  it('doubles for a lane that is almost empty although more was due, up to the maximum', async () => {
    const { capacity, findAt } = aCapacity()
    capacity.given(await findAt(0), true)
    expect(await findAt(2)).to.equal(14)
    capacity.given(14, true)
    expect(await findAt(0)).to.equal(20)
    capacity.given(20, true)
    expect(await findAt(0)).to.equal(20)
  })

  it("stays the same if nothing more was due, or the lane isn't almost empty", async () => {
    const { capacity, findAt } = aCapacity()
    capacity.given(await findAt(0), false)
    expect(await findAt(0)).to.equal(8)
    capacity.given(8, true)
    expect(await findAt(3)).to.equal(5)
  })

  it('halves for a lane that stays more than half full, down to the minimum', async () => {
    const { findAt, advance } = await aGrownCapacity()
    for (const [ms, depth, expected] of [
      [0, 11, 0],
      [150, 11, 0],
      [50, 11, 0],
      [50, 5, 5],
      [0, 5, 5],
    ] as const) {
      await advance(ms)
      expect(await findAt(depth), `${depth} after ${ms}`).to.equal(expected)
    }
    const slow = await aGrownCapacity()
    for (let looks = 0; looks < 40; looks += 1) {
      expect(await slow.findAt(20)).to.equal(0)
      await slow.advance(50)
    }
    expect(await slow.findAt(3)).to.equal(5)
  })

  it('drops its remainder while the lane is full', async () => {
    const { capacity, findAt, advance } = await aGrownCapacity()
    capacity.given((await findAt(5)) - 9, true)
    for (let looks = 0; looks < 10; looks += 1) {
      expect(await findAt(20)).to.equal(0)
      await advance(50)
    }
  })

  it("doesn't halve if the lane was half empty in between", async () => {
    const { capacity, findAt, advance } = await aGrownCapacity()
    for (let rounds = 0; rounds < 4; rounds += 1) {
      expect(await findAt(11)).to.equal(0)
      await advance(150)
      expect(await findAt(10)).to.equal(10)
      capacity.given(10, true)
    }
  })

  it("isn't refused by a queue that can't return its length", async () => {
    const { capacity, findAt, goAway, depthReads } = aCapacity()
    goAway(true)
    expect(await findAt(0)).to.equal(8)
    capacity.given(8, true)
    goAway(false)
    expect(await findAt(5)).to.equal(0)
    expect(depthReads()).to.equal(2)
  })
})
