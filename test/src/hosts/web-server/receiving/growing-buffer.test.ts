import { expect } from 'chai'
import { growingBuffer } from '@postrider/web-server/receiving/growing-buffer'

describe('A growing buffer', () => {
  it('keeps what comes, in order', () => {
    const buffer = growingBuffer()
    const all = Array.from({ length: 1000 }, (_, at) => Buffer.from(`${at};`))
    for (const piece of all) buffer.add(piece)
    expect(buffer.whole().equals(Buffer.concat(all))).to.equal(true)
  })

  it('does not copy a body that comes in one piece', () => {
    const buffer = growingBuffer()
    const piece = Buffer.from('whole')
    buffer.add(piece)
    piece[0] = 'W'.charCodeAt(0)
    expect(buffer.whole().toString()).to.equal('Whole')
  })

  it('holds nothing of the pieces but their bytes, and at most twice as many', () => {
    const buffer = growingBuffer()
    for (let at = 0; at < 10_000; at += 1) buffer.add(Buffer.from([at % 256]))
    expect(buffer.whole().buffer.byteLength).to.be.at.most(2 * 16_384)
  })

  it('is empty at first', () => {
    expect(growingBuffer().whole()).to.have.length(0)
  })
})
