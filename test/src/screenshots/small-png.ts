import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** The pixels of a picture, four bytes each: red, green, blue and opacity. */
interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MOST_COLORS = 256
const RGB = 2
const PALETTE = 3
const RGBA = 6

/** The chunks of a file, each with its type and content. */
const chunksOf = (png: Buffer): ReadonlyArray<readonly [type: string, content: Buffer]> => {
  const chunks: Array<readonly [string, Buffer]> = []
  let at = SIGNATURE.length
  while (at < png.length) {
    const length = png.readUInt32BE(at)
    chunks.push([png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)])
    at += length + 12
  }
  return chunks
}

/** The value that a filter predicts from the bytes to the left, above and above to the left. */
const predicted = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const [toLeft, toUp, toCorner] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** Undoes the filters of lines with `step` bytes for each pixel. */
const unfiltered = (raw: Buffer, lineBytes: number, step: number): Uint8Array => {
  const lines = new Uint8Array((raw.length / (lineBytes + 1)) * lineBytes)
  for (let line = 0; line * lineBytes < lines.length; line += 1) {
    const from = line * (lineBytes + 1)
    const to = line * lineBytes
    for (let at = 0; at < lineBytes; at += 1) {
      const left = at < step ? 0 : (lines[to + at - step] ?? 0)
      const up = line === 0 ? 0 : (lines[to + at - lineBytes] ?? 0)
      const corner = at < step || line === 0 ? 0 : (lines[to + at - lineBytes - step] ?? 0)
      lines[to + at] = (raw[from + 1 + at] ?? 0) + predicted(raw[from] ?? 0, left, up, corner)
    }
  }
  return lines
}

/** The pixels of a screenshot. Throws if the file has another form than browsers write. */
export const pixelsOf = (png: Buffer): Pixels => {
  const chunks = chunksOf(png)
  const contentOf = (type: string): Buffer =>
    Buffer.concat(chunks.filter(([one]) => one === type).map(([, content]) => content))
  const head = contentOf('IHDR')
  const [width, height, depth, kind] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8], head[9]]
  if (depth !== 8 || (kind !== RGB && kind !== RGBA && kind !== PALETTE))
    throw new Error(`a picture has the depth ${depth} and the color type ${kind}`)
  const step = { [RGB]: 3, [RGBA]: 4, [PALETTE]: 1 }[kind] ?? 1
  const lines = unfiltered(inflateSync(contentOf('IDAT')), width * step, step)
  const palette = contentOf('PLTE')
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let pixel = 0; pixel < width * height; pixel += 1)
    for (let part = 0; part < 3; part += 1)
      data[pixel * 4 + part] =
        (kind === PALETTE ? palette[(lines[pixel] ?? 0) * 3 + part] : lines[pixel * step + part]) ?? 0
  return { width, height, data }
}

const colorAt = (data: Uint8Array, pixel: number): number =>
  ((data[pixel * 4] ?? 0) << 16) | ((data[pixel * 4 + 1] ?? 0) << 8) | (data[pixel * 4 + 2] ?? 0)

const distance = (one: number, other: number): number =>
  Math.abs((one >> 16) - (other >> 16)) +
  Math.abs(((one >> 8) & 255) - ((other >> 8) & 255)) +
  Math.abs((one & 255) - (other & 255))

/** The number in the palette for each color: the most frequent colors, and the nearest of them for the rest. */
const numbersOf = ({ width, height, data }: Pixels): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const color = colorAt(data, pixel)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([color]) => color)
  const numbers = new Map(byCount.slice(0, MOST_COLORS).map((color, number) => [color, number]))
  const kept = [...numbers]
  for (const color of byCount.slice(MOST_COLORS)) {
    const [, number] = kept.reduce((best, one) =>
      distance(one[0], color) < distance(best[0], color) ? one : best,
    )
    numbers.set(color, number)
  }
  return numbers
}

const chunk = (type: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/**
 * The same picture with at most 256 colors and the best compression: a third of the size of a browser's
 * screenshot. Opacity is dropped.
 */
export const smallPng = (png: Buffer): Buffer => {
  const pixels = pixelsOf(png)
  const { width, height, data } = pixels
  const numbers = numbersOf(pixels)
  const palette = Buffer.alloc(Math.min(numbers.size, MOST_COLORS) * 3)
  for (const [color, number] of [...numbers].slice(0, MOST_COLORS)) palette.writeUIntBE(color, number * 3, 3)
  const raw = Buffer.alloc(height * (width + 1))
  for (let line = 0; line < height; line += 1)
    for (let at = 0; at < width; at += 1)
      raw[line * (width + 1) + 1 + at] = numbers.get(colorAt(data, line * width + at)) ?? 0
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, PALETTE, 0, 0, 0], 8)
  const body = deflateSync(raw, { level: 9, memLevel: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
