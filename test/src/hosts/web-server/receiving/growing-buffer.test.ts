import { expect } from 'chai'
import { growingBuffer } from '@postrider/web-server/receiving/growing-buffer'

describe('A growing buffer', () => {
  it('keeps the pieces in order', () => {
    const buffer = growingBuffer()
    const all = Array.from({ length: 1000 }, (_, at) => Buffer.from(`${at};`))
    for (const piece of all) buffer.add(piece)
    expect(buffer.whole().equals(Buffer.concat(all))).to.equal(true)
  })

  it("doesn't copy a body in one piece", () => {
    const buffer = growingBuffer()
    const piece = Buffer.from('whole')
    buffer.add(piece)
    piece[0] = 'W'.charCodeAt(0)
    expect(buffer.whole().toString()).to.equal('Whole')
  })

  it('stores only the bytes, with at most twice their size', () => {
    const buffer = growingBuffer()
    for (let at = 0; at < 10_000; at += 1) buffer.add(Buffer.from([at % 256]))
    expect(buffer.whole().buffer.byteLength).to.be.at.most(2 * 16_384)
  })

  it('starts empty', () => {
    expect(growingBuffer().whole()).to.have.length(0)
  })
})
