import { leastOf } from '../numbers/extremes.js'

const [BASE, LEAST, MOST, SKEW, DAMP] = [36, 1, 26, 38, 700]
const FIRST_BIAS = 72
const FIRST_POINT = 128

/** The characters of labels in other scripts: letters, marks, digits, and hyphens. */
const LABEL_CHARACTERS = /^[\p{L}\p{M}\p{Nd}-]+$/u
/** Full stops of other scripts that separate labels (UTS 46). */
const FULL_STOPS = /[\u3002\uff0e\uff61]/gu

const digitOf = (value: number): string => String.fromCodePoint(value < 26 ? value + 97 : value + 22)

const adapted = (delta: number, points: number, isFirst: boolean): number => {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1
  rest += Math.floor(rest / points)
  let k = 0
  for (; rest > ((BASE - LEAST) * MOST) >> 1; k += BASE) rest = Math.floor(rest / (BASE - LEAST))
  return k + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW))
}

/** A number as Punycode's variable-length integer. */
const integerOf = (value: number, bias: number): string => {
  let out = ''
  let rest = value
  for (let k = BASE; ; k += BASE) {
    const threshold = k <= bias ? LEAST : k >= bias + MOST ? MOST : k - bias
    if (rest < threshold) return out + digitOf(rest)
    out += digitOf(threshold + ((rest - threshold) % (BASE - threshold)))
    rest = Math.floor((rest - threshold) / (BASE - threshold))
  }
}

const isAscii = (text: string): boolean =>
  [...text].every((character) => (character.codePointAt(0) ?? 0) < FIRST_POINT)

/** A label in Punycode (RFC 3492, 6.3), without its prefix. */
const punycodeOf = (label: string): string => {
  const points = [...label].map((character) => character.codePointAt(0) ?? 0)
  const basic = [...label].filter(isAscii)
  let out = basic.length === 0 ? '' : `${basic.join('')}-`
  let [next, delta, bias, handled] = [FIRST_POINT, 0, FIRST_BIAS, basic.length]
  while (handled < points.length) {
    const least = leastOf(points.filter((point) => point >= next))
    delta += (least - next) * (handled + 1)
    next = least
    for (const point of points) {
      if (point < next) delta += 1
      if (point !== next) continue
      out += integerOf(delta, bias)
      bias = adapted(delta, handled + 1, handled === basic.length)
      delta = 0
      handled += 1
    }
    delta += 1
    next += 1
  }
  return out
}

const asciiLabel = (label: string): string | undefined => {
  if (isAscii(label)) return label
  return LABEL_CHARACTERS.test(label) && !/^(?:-|\p{M})/u.test(label) ? `xn--${punycodeOf(label)}` : undefined
}

/**
 * A domain name with labels of other scripts in Punycode, in lower case (UTS 46, non-transitional). Undefined
 * if a label contains a character that domain names don't have; the length and form of labels aren't checked.
 */
export const domainToAscii = (domain: string): string | undefined => {
  if (isAscii(domain)) return domain.toLowerCase()
  const mapped = domain.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll(FULL_STOPS, '.')
  const labels = mapped.split('.').map(asciiLabel)
  return labels.includes(undefined) ? undefined : labels.join('.')
}
