import { createStorageOutage } from '@postrider/web-server/answering/storage-outage'
import { expect } from 'chai'
import type { Caller } from '@postrider/core/identity/use-cases/callers/caller'

const CALLER: Caller = { _tag: 'Server' } as Caller
const FAILED = { status: 503, isOutage: true }
const SERVED = { status: 202 }

/** An outage on a test clock, with the range of the last drawn delay. */
const anOutage = () => {
  let nowMs = 10_000
  let drawn: readonly [number, number] = [0, 0]
  const outage = createStorageOutage(
    () => nowMs,
    (least, most) => {
      drawn = [least, most]
      return most
    },
  )
  const note = (answer: { readonly status: number; readonly isOutage?: boolean }, caller?: Caller): void =>
    outage.note({ caller, beganAtMs: nowMs }, answer)
  return {
    outage,
    fail: () => note(FAILED),
    serve: () => note(SERVED, CALLER),
    note,
    pass: (ms: number) => (nowMs += ms),
    bounds: (): readonly [number, number] => {
      outage.retryAfterSeconds()
      return drawn
    },
  }
}

describe('A storage outage, as seen in responses', () => {
  it('makes clients wait longer the longer it lasts, at most 30 s, each with jitter in the upper half', () => {
    const { fail, pass, bounds } = anOutage()
    const waits: Array<readonly [number, number]> = [bounds()]
    for (const ms of [0, 1_000, 2_000, 5_000, 12_000, 40_000, 40_000]) {
      pass(ms)
      fail()
      waits.push(bounds())
    }
    expect(waits).to.deep.equal([
      [1, 2],
      [1, 2],
      [1, 2],
      [2, 3],
      [4, 8],
      [10, 20],
      [15, 30],
      [15, 30],
    ])
  })

  it('has jitter in whole seconds', () => {
    const outage = createStorageOutage(() => 20_000)
    const drawn = new Set(Array.from({ length: 200 }, () => outage.retryAfterSeconds()))
    expect(drawn).to.deep.equal(new Set([1, 2]))
  })

  it('ends with the first response that used storage', () => {
    const { outage, fail, serve, pass, bounds } = anOutage()
    fail()
    pass(10_000)
    fail()
    expect(outage.isKnown()).to.equal(true)
    serve()
    expect(outage.isKnown()).to.equal(false)
    pass(10_000)
    expect(bounds()).to.deep.equal([1, 2])
    fail()
    expect(bounds()).to.deep.equal([1, 2])
  })

  it("isn't ended by responses without storage", () => {
    const { outage, fail, note, pass } = anOutage()
    fail()
    pass(2_000)
    note({ status: 200 })
    note({ status: 404 }, CALLER)
    note({ status: 503 }, CALLER)
    expect(outage.isKnown()).to.equal(true)
    note({ status: 200, isOutage: false })
    expect(outage.isKnown()).to.equal(false)
  })

  it("isn't detected by one failure among successful requests", () => {
    const { outage, fail, serve, pass } = anOutage()
    serve()
    pass(10)
    fail()
    expect(outage.isKnown()).to.equal(false)
    pass(990)
    expect(outage.isKnown()).to.equal(true)
  })

  it('is detected before a failure if many requests make no progress for two seconds', () => {
    const { outage, note } = anOutage()
    const looks = (times: number, inProgress: number): void => {
      for (let look = 0; look < times; look += 1) outage.look(inProgress)
    }
    looks(4, 50)
    expect(outage.isKnown()).to.equal(false)
    looks(1, 50)
    expect(outage.isKnown()).to.equal(true)
    note({ status: 503 })
    expect(outage.isKnown()).to.equal(true)
    note({ status: 401 })
    expect(outage.isKnown()).to.equal(false)
    looks(20, 49)
    expect(outage.isKnown()).to.equal(false)
  })

  it('is forgotten after a minute without another failure', () => {
    const { outage, fail, pass, bounds } = anOutage()
    fail()
    pass(60_000)
    expect(outage.isKnown()).to.equal(true)
    pass(1)
    expect(outage.isKnown()).to.equal(false)
    expect(bounds()).to.deep.equal([1, 2])
    fail()
    expect(bounds()).to.deep.equal([1, 2])
  })
})
