import { expect } from 'chai'
import { LARGEST_SLICE, nextPurgeTurn } from '@postrider/dispatcher/purge-pace'

describe('The pace of a purge', () => {
  it('is a tenth of the time, whatever a slice takes', () => {
    for (const tookMs of [10, 100, 1_000]) expect(nextPurgeTurn(500, tookMs).pauseMs).to.equal(9 * tookMs)
    expect(nextPurgeTurn(500, 0).pauseMs).to.equal(50)
    expect(nextPurgeTurn(500, 60_000).pauseMs).to.equal(30_000)
  })

  it('has smaller slices while they are slow, and larger ones again', () => {
    expect(nextPurgeTurn(LARGEST_SLICE, 300).most).to.equal(LARGEST_SLICE / 2)
    expect(nextPurgeTurn(60, 300).most).to.equal(50)
    expect(nextPurgeTurn(50, 10).most).to.equal(100)
    expect(nextPurgeTurn(LARGEST_SLICE, 10).most).to.equal(LARGEST_SLICE)
  })
})
