import { expect } from 'chai'
import { typedCode } from '@postrider/core/otp/domain/typed-code'

describe('A typed code', () => {
  const written = ['224302', '224 302', '224-302', ' 224302\n', '224\u2013302', '2 2 4 3 0 2', '224\u00a0302',
    '224\u200b302', '224\r\n302', '２２４３０２', '٢٢٤٣٠٢', '۲۲۴۳۰۲', '२२४३०२', '𝟐𝟐𝟒𝟑𝟎𝟐'] // prettier-ignore
  for (const one of written)
    it(`${JSON.stringify(one)} is 224302`, () => {
      expect(typedCode(one)).to.equal('224302')
    })

  for (const other of ['', '123', '12345678901', 'abcdef', '12a456', '1234.', '½½½½', '①②③④x'])
    it(`${JSON.stringify(other)} is no code`, () => {
      expect(typedCode(other)).to.equal(undefined)
    })

  it('has the value of each decimal digit of Unicode', () => {
    for (let point = 0; point < 0x1_10_00; point += 1) {
      const digit = String.fromCodePoint(point)
      if (!/\p{Nd}/u.test(digit)) continue
      const zero = Array.from({ length: 10 }, (_, at) => at).find((at) => {
        const run = Array.from({ length: 10 }, (__, next) => String.fromCodePoint(point - at + next))
        return (
          run.every((one) => /\p{Nd}/u.test(one)) && !/\p{Nd}/u.test(String.fromCodePoint(point - at - 1))
        )
      })
      if (zero !== undefined) expect(typedCode(digit.repeat(4))).to.equal(String(zero).repeat(4))
    }
  })
})
