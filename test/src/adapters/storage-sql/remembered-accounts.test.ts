import { expect } from 'chai'
import { anAccount } from '@postrider/conformance/builders/an-account'
import { rememberedAccounts } from '@postrider/storage-sql/messaging/acceptance/remembered-accounts'

const account = anAccount()

/** A cached account, and whether the cache is used at the next transactions. */
const remembering = () => {
  const accounts = rememberedAccounts()
  accounts.keep([account])
  const isHit = (): boolean => accounts.recall([account]) !== undefined
  return {
    isHit,
    readsUntilHit: (): number => {
      let reads = 0
      while (!isHit()) reads += 1
      return reads
    },
    hold: () => accounts.hit([account]),
    fail: () => accounts.invalidate([account]),
  }
}

describe('A cached account', () => {
  it('is used until it was stale, then read fresh once, twice, four times, at most 256 times', () => {
    const { isHit, readsUntilHit, fail } = remembering()
    expect(isHit()).to.equal(true)
    const reads = Array.from({ length: 10 }, () => {
      fail()
      return readsUntilHit()
    })
    expect(reads).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128, 256, 256])
  })

  it('is read fresh half as often after each hit', () => {
    const { readsUntilHit, hold, fail } = remembering()
    for (let count = 0; count < 5; count += 1) fail()
    expect(readsUntilHit()).to.equal(16)
    for (let count = 0; count < 3; count += 1) hold()
    fail()
    expect(readsUntilHit()).to.equal(4)
  })

  it('is hardly ever used if fewer than every other use is a hit', () => {
    const { isHit, hold, fail } = remembering()
    let uses = 0
    for (let transaction = 0; transaction < 3000; transaction += 1) {
      if (!isHit()) continue
      uses += 1
      if (uses % 3 === 0) hold()
      else fail()
    }
    expect(uses).to.be.below(100)
  })
})
