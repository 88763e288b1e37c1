import { expect } from 'chai'
import { correction, generate, mode } from 'lean-qr'
import { qrPicture } from '@postrider/server/pages/qr-picture'
import { type QrCode, qrCode } from '@postrider/server/qr/qr-code'

const TEXTS = [
  'a',
  'otpauth://totp/Postrider:olu%40postrider.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Postrider',
  'Grüße, नमस्ते',
]

const rowsOf = (size: number, isDark: (x: number, y: number) => boolean): readonly string[] =>
  Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => (isDark(x, y) ? '#' : '.')).join(''),
  )

/** The same text at the same level, version and mask, by a library of others. */
const byOthers = (text: string, { size, mask }: QrCode): readonly string[] => {
  const version = (size - 17) / 4
  const code = generate(mode.bytes(new TextEncoder().encode(text)), {
    minCorrectionLevel: correction.M,
    maxCorrectionLevel: correction.M,
    minVersion: version,
    maxVersion: version,
    mask: mask as 0,
  })
  return rowsOf(code.size, (x, y) => code.get(x, y))
}

const drawnIn = (svg: string, size: number): readonly string[] => {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'))
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let at = 0; at < Number(length); at += 1) rows[Number(y)]?.splice(Number(x) + at, 1, '#')
  return rows.map((row) => row.join(''))
}

describe('A QR code', () => {
  it('is module by module what another program makes of the text, in every version that we draw', () => {
    const sizes = new Set<number>()
    const lengths = Array.from({ length: 60 }, (_, at) => 'x1/'.repeat(222).slice(0, 1 + at * 11))
    for (const text of [...TEXTS, ...lengths, 'z'.repeat(666)]) {
      const code = qrCode(text)
      if (code === undefined) throw new Error(`no code for ${text.length} characters`)
      sizes.add(code.size)
      expect(rowsOf(code.size, code.isDark), text).to.deep.equal(byOthers(text, code))
    }
    expect([...sizes].toSorted((one, other) => one - other)).to.deep.equal(
      Array.from({ length: 20 }, (_, at) => 21 + at * 4),
    )
  })

  it('is not made of what is too long to be read off a screen', () => {
    expect(qrCode('z'.repeat(667))).to.equal(undefined)
    expect(qrPicture('z'.repeat(667), 'too long').html).to.equal('')
  })

  it('is drawn as it is, with room around it and a name', () => {
    for (const text of TEXTS) {
      const code = qrCode(text)
      const { html } = qrPicture(text, 'Your "factor"')
      if (code === undefined) throw new Error('no code')
      expect(html).to.include(`viewBox="-4 -4 ${code.size + 8} ${code.size + 8}"`)
      expect(html).to.include('aria-label="Your &quot;factor&quot;"')
      expect(drawnIn(html, code.size)).to.deep.equal(rowsOf(code.size, code.isDark))
    }
  })
})
