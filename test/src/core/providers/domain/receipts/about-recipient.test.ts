import { expect } from 'chai'
import { isAboutRecipient } from '@postrider/core/providers/domain/receipts/about-recipient'

const TO = '+4915123456789'

describe('The addresses of a delivery report', () => {
  const isAbout = (...addresses: readonly string[]): boolean =>
    isAboutRecipient({ recipient: undefined, addresses }, TO)

  it('name the recipient in international or national form, in either place', () => {
    for (const spelled of [
      '4915123456789',
      '+4915123456789',
      '004915123456789',
      '015123456789',
      '15123456789',
    ])
      for (const sender of ['TSHOP', '56767', '', '491771234567']) {
        expect(isAbout(spelled, sender), spelled).to.equal(true)
        expect(isAbout(sender, spelled), `${spelled} as destination`).to.equal(true)
      }
  })

  it('name another recipient if the first one is another number', () => {
    expect(isAbout('4915187654321', '56767')).to.equal(false)
    expect(isAbout('15187654321', '491771234567')).to.equal(false)
  })

  it('name the recipient in another spelling of the number', () => {
    const [before, now] = ['+5215512345678', '+525512345678']
    for (const [one, other] of [
      [before, now],
      [now, before],
    ] as const) {
      const addresses = [one.slice(1), 'TSHOP']
      expect(isAboutRecipient({ recipient: undefined, addresses }, other), one).to.equal(true)
      expect(isAboutRecipient({ recipient: one, addresses: undefined }, other), one).to.equal(true)
    }
  })

  it('say nothing if the first one is no number', () => {
    for (const address of ['', 'TSHOP', '56767']) expect(isAbout(address, '491771234567')).to.equal(true)
    expect(isAboutRecipient({ recipient: undefined, addresses: undefined }, TO)).to.equal(true)
  })

  it("don't matter if the report names its recipient exactly", () => {
    const about = (recipient: string) => isAboutRecipient({ recipient, addresses: ['4915123456789'] }, TO)
    expect([about(TO), about('+4915187654321')]).to.deep.equal([true, false])
  })
})
