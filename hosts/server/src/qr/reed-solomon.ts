/** The field of 256 elements in which the correction of a QR code is reckoned (ISO/IEC 18004, 7.5). */
const POLYNOMIAL = 0x11d

const multiply = (one: number, other: number): number => {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * POLYNOMIAL)
    product ^= ((other >>> bit) & 1) * one
  }
  return product
}

/** The polynomial that a block is divided by, without its first coefficient, which is 1. */
const divisorOf = (degree: number): readonly number[] => {
  const divisor: number[] = Array.from({ length: degree }, (_, at) => (at === degree - 1 ? 1 : 0))
  let root = 1
  for (let turn = 0; turn < degree; turn += 1) {
    for (let at = 0; at < degree; at += 1)
      divisor[at] = multiply(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0)
    root = multiply(root, 2)
  }
  return divisor
}

/** So many bytes by which a block of bytes can be made whole again. */
export const correctionOf = (block: readonly number[], length: number): readonly number[] => {
  const divisor = divisorOf(length)
  const rest: number[] = Array.from({ length }, () => 0)
  for (const byte of block) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    divisor.forEach((coefficient, at) => {
      rest[at] = (rest[at] ?? 0) ^ multiply(coefficient, factor)
    })
  }
  return rest
}
