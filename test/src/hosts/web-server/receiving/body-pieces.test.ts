import { expect } from 'chai'
import { countPieces } from '@postrider/web-server/receiving/body-pieces'

const goesOn = (pieces: number, bytes: number): boolean => {
  const count = countPieces()
  let isFine = true
  for (let at = 0; at < pieces && isFine; at += 1) isFine = count.add(bytes)
  return isFine
}

describe('The count of body pieces', () => {
  it('allows some thousand pieces of any size, and more if they carry data', () => {
    expect(goesOn(4096, 1)).to.equal(true)
    expect(goesOn(4097, 1)).to.equal(false)
    expect(goesOn(4097, 255)).to.equal(false)
    expect(goesOn(100_000, 256)).to.equal(true)
  })

  it('counts a short piece as 64 bytes, and long ones by their size', () => {
    const short = countPieces()
    short.add(1)
    short.add(1)
    expect(short.cost()).to.equal(128)
    const long = countPieces()
    long.add(1000)
    long.add(1)
    expect(long.cost()).to.equal(1001)
  })
})
