import { expect } from 'chai'
import { PAGE_STYLE } from '@postrider/web-server/pages/page-style'
import { TOKENS } from '@postrider/web-server/pages/tokens'

const SCHEMES = ['light', 'dark'] as const

type Colors = Readonly<Record<string, string>>

const colorsIn = (scheme: (typeof SCHEMES)[number]): Colors =>
  Object.fromEntries(
    [...TOKENS.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
      ([, name = '', light = '', dark = '']) => [name, scheme === 'light' ? light : dark],
    ),
  )

/** Relative luminance and contrast as WCAG 2.2 defines them. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const SURFACES = ['paper', 'ground', 'raised', 'hover', 'selected']
const WORDS = ['ink', 'quiet', 'accent', 'good', 'warn', 'alarm']
const ON_THEIR_GROUND = [
  ['on-accent', 'accent'],
  ['on-alarm', 'alarm'],
  ['ink', 'pressed'],
  ['quiet', 'pressed'],
  ...['accent', 'good', 'warn', 'alarm'].flatMap((name) =>
    [name, 'ink', 'quiet'].map((one) => [one, `${name}-soft`]),
  ),
]
const TEXT = [...SURFACES.flatMap((ground) => WORDS.map((name) => [name, ground])), ...ON_THEIR_GROUND]
const CHARTS = ['chart-1', 'chart-2', 'chart-3', 'chart-4']

for (const scheme of SCHEMES) {
  describe(`The tokens in the ${scheme} scheme`, () => {
    const colors = colorsIn(scheme)
    const between = (one: string, other: string) => contrast(colors[one] ?? '', colors[other] ?? '')

    it('have readable text on every surface', () => {
      for (const [one = '', other = ''] of TEXT)
        expect(between(one, other), `${one} on ${other}`).to.be.least(4.5)
    })

    it('have visible edges, charts and focus', () => {
      for (const name of ['edge', 'accent', 'alarm', ...CHARTS])
        expect(between(name, 'paper'), name).to.be.least(3)
      for (const ground of SURFACES) expect(between('edge', ground), ground).to.be.least(3)
    })
  })
}

describe('The style of the pages', () => {
  it('always shows the focus', () => {
    expect(PAGE_STYLE).to.match(/:focus-visible, \.problem:focus \{ outline: 2px solid/)
    expect(PAGE_STYLE).to.not.match(/outline: *(0|none)/)
  })

  it("loads nothing, and can't close its element", () => {
    expect(PAGE_STYLE).to.not.match(/url\(|@import|@font-face|<|\r/)
  })
})
