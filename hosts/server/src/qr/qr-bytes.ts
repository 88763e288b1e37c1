import { correctionOf } from './reed-solomon.js'

/** Of each version from 1 on, at level M: how many bytes correct a block, and how many blocks there are. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26] as const
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16] as const

/** The bytes of a version: of all its modules, and how they are parted. */
interface VersionLayout {
  readonly version: number
  readonly total: number
  readonly correction: number
  readonly blocks: number
}

const layoutOf = (version: number): VersionLayout => {
  const alignments = Math.floor(version / 7) + 2
  const ofPatterns = version < 2 ? 0 : (25 * alignments - 10) * alignments - 55 + (version < 7 ? 0 : 36)
  const modules = (16 * version + 128) * version + 64 - ofPatterns
  return {
    version,
    total: Math.floor(modules / 8),
    correction: CORRECTION[version - 1] ?? 0,
    blocks: BLOCKS[version - 1] ?? 1,
  }
}

const LAYOUTS = CORRECTION.map((_, at) => layoutOf(at + 1))

const dataLength = ({ total, correction, blocks }: VersionLayout): number => total - correction * blocks

const countBits = ({ version }: VersionLayout): number => (version < 10 ? 8 : 16)

const fits = (layout: VersionLayout, length: number): boolean =>
  4 + countBits(layout) + 8 * length <= 8 * dataLength(layout)

/** Data bytes of a text in byte mode: what it is, how long, itself, its end, and what fills the rest. */
const dataOf = (layout: VersionLayout, bytes: Uint8Array): readonly number[] => {
  const bits: number[] = []
  const push = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1)
  }
  const capacity = 8 * dataLength(layout)
  push(0b0100, 4)
  push(bytes.length, countBits(layout))
  for (const byte of bytes) push(byte, 8)
  push(0, Math.min(4, capacity - bits.length))
  push(0, (8 - (bits.length % 8)) % 8)
  const data = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
  for (let at = 0; data.length < capacity / 8; at += 1) data.push(at % 2 === 0 ? 0xec : 0x11)
  return data
}

/** Parts data into blocks, of which the last ones may be a byte longer, each with its correction. */
const blocksOf = (layout: VersionLayout, data: readonly number[]) => {
  const { blocks, correction, total } = layout
  const short = Math.floor(total / blocks) - correction
  const firstLong = blocks - (total % blocks)
  let at = 0
  return Array.from({ length: blocks }, (_, block) => {
    const part = data.slice(at, at + short + (block < firstLong ? 0 : 1))
    at += part.length
    return { data: part, correction: correctionOf(part, correction) }
  })
}

const interleaved = (parts: readonly (readonly number[])[]): readonly number[] =>
  Array.from({ length: Math.max(...parts.map(({ length }) => length)) }, (_, at) =>
    parts.flatMap((part) => part[at] ?? []),
  ).flat()

/** What stands in a QR code: its version, and all bytes in the order in which they are placed. */
export interface QrContent {
  readonly version: number
  readonly bytes: readonly number[]
}

/** A text as the bytes of a QR code of level M, as small as may be; undefined where it is too long for one that is shown. */
export const qrContent = (text: string): QrContent | undefined => {
  const bytes = new TextEncoder().encode(text)
  const layout = LAYOUTS.find((one) => fits(one, bytes.length))
  if (layout === undefined) return undefined
  const blocks = blocksOf(layout, dataOf(layout, bytes))
  return {
    version: layout.version,
    bytes: [
      ...interleaved(blocks.map(({ data }) => data)),
      ...interleaved(blocks.map(({ correction }) => correction)),
    ],
  }
}
