import { expect } from 'chai'
import jsQr from 'jsqr'
import { qrPicture } from '@postrider/web-server/pages/qr-picture'

const PIXELS = 4
const CHANNELS = 4

/** The result of an independent reader: each module is some pixels wide, on white. */
const readBack = (svg: string): string | undefined => {
  const [, margin, whole] = /viewBox="(-\d+) -\d+ (\d+) \d+"/.exec(svg) ?? []
  const width = Number(whole) * PIXELS
  const pixels = new Uint8ClampedArray(width * width * CHANNELS).fill(255)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let down = 0; down < PIXELS; down += 1)
      for (let across = 0; across < Number(length) * PIXELS; across += 1) {
        const column = (Number(x) - Number(margin)) * PIXELS + across
        const row = (Number(y) - Number(margin)) * PIXELS + down
        const at = (row * width + column) * CHANNELS
        pixels.fill(0, at, at + 3)
      }
  return jsQr.default(pixels, width, width)?.data
}

describe('A QR code picture', () => {
  for (const text of [
    'a',
    'otpauth://totp/Postrider:olu%40postrider.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Postrider',
    `otpauth://totp/Postrider:${'l'.repeat(240)}%40postrider.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP`,
  ])
    it(`is read by an independent reader: ${text.slice(0, 40)}`, () => {
      const { html } = qrPicture(text, 'Your "factor"')
      expect(html).to.include('aria-label="Your &quot;factor&quot;"')
      expect(readBack(html)).to.equal(text)
    })

  it('has a size limit', () => {
    expect(() => qrPicture('z'.repeat(2332), 'too long')).to.throw()
  })
})
