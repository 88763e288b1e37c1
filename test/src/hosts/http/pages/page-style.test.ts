import { expect } from 'chai'
import { PAGE_STYLE } from '@postrider/server/pages/page-style'

type Colours = Readonly<Record<string, string>>

const coloursIn = (style: string): Colours =>
  Object.fromEntries(
    [...style.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
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

const TEXT = [['ink', 'paper'], ['quiet', 'paper'], ['accent', 'paper'], ['alarm', 'paper'], ['on-accent', 'accent']] // prettier-ignore
const [light = '', dark = ''] = PAGE_STYLE.split('prefers-color-scheme: dark')

for (const [scheme, colours] of Object.entries({ light: coloursIn(light), dark: coloursIn(dark) })) {
  describe(`The style of the pages, where the reader likes it ${scheme}`, () => {
    const between = (one: string, other: string) => contrast(colours[one] ?? '', colours[other] ?? '')

    it('has text that can be read', () => {
      for (const [one = '', other = ''] of TEXT)
        expect(between(one, other), `${one} on ${other}`).to.be.least(4.5)
    })

    it('has edges and a focus that can be seen', () => {
      for (const name of ['edge', 'accent', 'alarm']) expect(between(name, 'paper'), name).to.be.least(3)
    })
  })
}

describe('The style of the pages', () => {
  it('lets nobody lose the focus', () => {
    expect(PAGE_STYLE).to.match(/:focus-visible, \.problem:focus \{ outline: 3px solid/)
    expect(PAGE_STYLE).to.not.match(/outline: *(0|none)/)
  })

  it('loads nothing, and cannot end the element that it stands in', () => {
    expect(PAGE_STYLE).to.not.match(/url\(|@import|@font-face|<|\r/)
  })
})
