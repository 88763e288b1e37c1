import { qrCode } from '../qr/qr-code.js'
import { type Markup, markup, NO_MARKUP } from './markup.js'

/** Light modules round the code, without which no camera finds it. */
const MARGIN = 4

/** Runs of dark modules of a row, as parts of a path. */
const rowPath = (size: number, isDark: (x: number) => boolean, y: number): string => {
  const parts: string[] = []
  for (let x = 0; x < size; x += 1) {
    if (!isDark(x)) continue
    let end = x
    while (end < size && isDark(end)) end += 1
    parts.push(`M${x} ${y}h${end - x}v1h${x - end}z`)
    x = end
  }
  return parts.join('')
}

/** A text as a QR code that is drawn in the page: nothing is loaded. Nothing where it is too long for one. */
export const qrPicture = (text: string, label: string): Markup => {
  const code = qrCode(text)
  if (code === undefined) return NO_MARKUP
  const { size, isDark } = code
  const path = Array.from({ length: size }, (_, y) => rowPath(size, (x) => isDark(x, y), y)).join('')
  const box = `${-MARGIN} ${-MARGIN} ${size + 2 * MARGIN} ${size + 2 * MARGIN}`
  return markup`<svg class="qr" viewBox="${box}" role="img" aria-label="${label}"><path d="${path}" shape-rendering="crispEdges"/></svg>`
}
