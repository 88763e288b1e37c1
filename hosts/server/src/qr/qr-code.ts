import { type QrContent, qrContent } from './qr-bytes.js'

/** A QR code: dark modules are true, row by row. */
export interface QrCode {
  readonly size: number
  readonly mask: number
  isDark(x: number, y: number): boolean
}

/** Modules that say something, and those that are the pattern by which it is read. */
interface ModuleGrid {
  readonly size: number
  readonly dark: boolean[][]
  readonly isPattern: boolean[][]
}

const emptyGrid = (size: number): ModuleGrid => {
  const rows = (): boolean[][] =>
    Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  return { size, dark: rows(), isPattern: rows() }
}

const put = ({ size, dark, isPattern }: ModuleGrid, x: number, y: number, isDark: boolean): void => {
  const [row, patterns] = [dark[y], isPattern[y]]
  if (row === undefined || patterns === undefined || x < 0 || x >= size) return
  row[x] = isDark
  patterns[x] = true
}

const finder = (grid: ModuleGrid, x: number, y: number): void => {
  for (let down = -4; down <= 4; down += 1)
    for (let across = -4; across <= 4; across += 1) {
      const ring = Math.max(Math.abs(across), Math.abs(down))
      put(grid, x + across, y + down, ring !== 2 && ring !== 4)
    }
}

const alignment = (grid: ModuleGrid, x: number, y: number): void => {
  for (let down = -2; down <= 2; down += 1)
    for (let across = -2; across <= 2; across += 1)
      put(grid, x + across, y + down, Math.max(Math.abs(across), Math.abs(down)) !== 1)
}

const alignmentPlaces = (version: number, size: number): readonly number[] => {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - (count - 2 - at) * step)]
}

/** A number with the bits by which it can be corrected (BCH). */
const corrected = (value: number, bits: number, generator: number): number => {
  let rest = value
  for (let turn = 0; turn < bits; turn += 1) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * generator)
  return (value << bits) | rest
}

const bitOf = (value: number, bit: number): boolean => ((value >>> bit) & 1) === 1

/** Level M and the mask, twice, round the finders. */
const putFormat = (grid: ModuleGrid, mask: number): void => {
  const { size } = grid
  const bits = corrected(mask, 10, 0x537) ^ 0x5412
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = bitOf(bits, bit)
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit + (bit === 8 ? 1 : 0)
    if (bit < 8) put(grid, 8, near, isDark)
    else put(grid, near, 8, isDark)
    if (bit < 8) put(grid, size - 1 - bit, 8, isDark)
    else put(grid, 8, size - 15 + bit, isDark)
  }
  put(grid, 8, size - 8, true)
}

const putVersion = (grid: ModuleGrid, version: number): void => {
  if (version < 7) return
  const bits = corrected(version, 12, 0x1f25)
  for (let bit = 0; bit < 18; bit += 1) {
    const [far, near] = [grid.size - 11 + (bit % 3), Math.floor(bit / 3)]
    put(grid, far, near, bitOf(bits, bit))
    put(grid, near, far, bitOf(bits, bit))
  }
}

const patternsOf = (version: number): ModuleGrid => {
  const size = version * 4 + 17
  const grid = emptyGrid(size)
  for (let at = 0; at < size; at += 1) {
    put(grid, 6, at, at % 2 === 0)
    put(grid, at, 6, at % 2 === 0)
  }
  finder(grid, 3, 3)
  finder(grid, size - 4, 3)
  finder(grid, 3, size - 4)
  const places = alignmentPlaces(version, size)
  const last = size - 7
  for (const x of places)
    for (const y of places)
      if (!((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6))) alignment(grid, x, y)
  putFormat(grid, 0)
  putVersion(grid, version)
  return grid
}

/** Places the bytes in columns of two from the right, up and down by turns, round the patterns. */
const placeBytes = (grid: ModuleGrid, bytes: readonly number[]): void => {
  const { size, dark, isPattern } = grid
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUp = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - step : step
        const row = dark[y]
        if (row === undefined || isPattern[y]?.[x] === true || bit >= bytes.length * 8) continue
        row[x] = bitOf(bytes[bit >>> 3] ?? 0, 7 - (bit & 7))
        bit += 1
      }
  }
}

const MASKS: ReadonlyArray<(x: number, y: number) => boolean> = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

const masked = (grid: ModuleGrid, mask: number): ModuleGrid => {
  const inverts = MASKS[mask] ?? (() => false)
  const copy: ModuleGrid = {
    size: grid.size,
    isPattern: grid.isPattern.map((row) => [...row]),
    dark: grid.dark.map((row, y) =>
      row.map((isDark, x) => (grid.isPattern[y]?.[x] === true ? isDark : isDark !== inverts(x, y))),
    ),
  }
  putFormat(copy, mask)
  return copy
}

/** How hard one row is to read: long runs of one colour, and what looks like a finder. */
const rowPenalty = (row: readonly boolean[]): number => {
  const text = row.map((isDark) => (isDark ? '1' : '0')).join('')
  const runs = text.match(/0{5,}|1{5,}/g) ?? []
  const finders = text.match(/(?=00001011101|10111010000)/g) ?? []
  return runs.reduce((sum, run) => sum + run.length - 2, 0) + finders.length * 40
}

const blockPenalty = (dark: boolean[][]): number =>
  dark.reduce(
    (sum, row, y) =>
      sum +
      row.filter((isDark, x) => {
        const below = dark[y + 1]
        return row[x + 1] === isDark && below?.[x] === isDark && below[x + 1] === isDark
      }).length *
        3,
    0,
  )

/** How hard a code is to read (ISO/IEC 18004, 7.8.3): the less, the better. */
const penalty = ({ dark, size }: ModuleGrid): number => {
  const columns = dark.map((_, x) => dark.map((row) => row[x] === true))
  const share = dark.flat().filter(Boolean).length / (size * size)
  const lines = [...dark, ...columns].reduce((sum, row) => sum + rowPenalty(row), 0)
  return lines + blockPenalty(dark) + Math.floor(Math.abs(share - 0.5) * 20) * 10
}

const drawn = ({ version, bytes }: QrContent): QrCode => {
  const grid = patternsOf(version)
  placeBytes(grid, bytes)
  const [best] = MASKS.map((_, mask) => ({ mask, grid: masked(grid, mask) }))
    .map((one) => ({ ...one, penalty: penalty(one.grid) }))
    .toSorted((one, other) => one.penalty - other.penalty)
  const { dark, size } = best?.grid ?? grid
  return { size, mask: best?.mask ?? 0, isDark: (x, y) => dark[y]?.[x] === true }
}

/** A text as a QR code of level M, as small as may be; undefined where it is longer than 666 bytes. */
export const qrCode = (text: string): QrCode | undefined => {
  const content = qrContent(text)
  return content === undefined ? undefined : drawn(content)
}
