import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import { pixelsOf, smallPng } from './small-png.js'

const SIZE = 8

const chunk = (type: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)])
}

/** A picture with these lines, each with its filter first. Its check sums are zero, because nothing reads them. */
const pngOf = (lines: readonly number[][]): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIZE, 0)
  head.writeUInt32BE(lines.length, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const body = deflateSync(Buffer.from(lines.flat()))
  return Buffer.concat([
    Buffer.alloc(8),
    chunk('IHDR', head),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Lines that differ from their prediction by these numbers, one line for each filter. */
const FILTERED = [0, 1, 2, 3, 4].map((filter) => [
  filter,
  ...Array.from({ length: SIZE * 3 }, (_, at) => (at * 7 + filter) % 5),
])

describe('Small pictures', () => {
  it('have the same pixels as the screenshot if it has few colors', () => {
    const png = pngOf(FILTERED)
    const { data, width, height } = pixelsOf(png)
    expect([width, height]).to.deep.equal([SIZE, FILTERED.length])
    // The second line adds each byte to that of the pixel before it.
    expect(data.slice(SIZE * 4, SIZE * 4 + 3)).to.deep.equal(Uint8Array.of(1, 3, 0))
    expect(data.slice(SIZE * 4 + 4, SIZE * 4 + 7)).to.deep.equal(Uint8Array.of(3, 7, 1))
    expect(pixelsOf(smallPng(png))).to.deep.equal({ data, width, height })
  })

  it('are refused if they have another depth', () => {
    const png = pngOf(FILTERED)
    png[8 + 8 + 8] = 16
    expect(() => smallPng(png)).to.throw('the depth 16')
  })
})
