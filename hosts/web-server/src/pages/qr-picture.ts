import { type Bitmap2D, correction, generate } from 'lean-qr'
import { type Markup, markup } from './markup.js'

/** Light modules around the code; cameras need them to find it. */
const MARGIN = 4

/** The runs of dark modules in a row, as parts of a path. */
const rowPath = (code: Bitmap2D, y: number): string => {
  const parts: string[] = []
  for (let x = 0; x < code.size; x += 1) {
    if (!code.get(x, y)) continue
    let end = x
    while (code.get(end, y)) end += 1
    parts.push(`M${x} ${y}h${end - x}v1h${x - end}z`)
    x = end
  }
  return parts.join('')
}

/**
 * A text as a QR code that is drawn inline, so that nothing is loaded. Throws for a text of more than 2,331
 * bytes.
 */
export const qrPicture = (text: string, label: string): Markup => {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const path = Array.from({ length: code.size }, (_, y) => rowPath(code, y)).join('')
  const box = `${-MARGIN} ${-MARGIN} ${code.size + 2 * MARGIN} ${code.size + 2 * MARGIN}`
  return markup`<svg class="qr" viewBox="${box}" role="img" aria-label="${label}"><path d="${path}" shape-rendering="crispEdges"/></svg>`
}
