import { expect } from 'chai'
import { CHANNELS } from '@postrider/core/channels/channels'

describe('A recipient', () => {
  const countryOf = (to: string): string | undefined => (to === '+447400123456' ? 'GB' : undefined)

  for (const channel of ['sms', 'whatsapp'] as const) {
    it(`of ${channel} is a number with a known country`, () => {
      expect(CHANNELS[channel].recipient.parse('+447400123456', countryOf)).to.deep.equal({
        to: '+447400123456',
        country: 'GB',
      })
      expect(CHANNELS[channel].recipient.parse('+440', countryOf)).to.equal(undefined)
      expect(CHANNELS[channel].recipient.parse('asha@example.com', countryOf)).to.equal(undefined)
    })
  }

  it('of email is an address without a country', () => {
    expect(CHANNELS.email.recipient.parse('A@Example.com', countryOf)).to.deep.equal({
      to: 'A@example.com',
      country: undefined,
    })
    expect(CHANNELS.email.recipient.parse('+447400123456', countryOf)).to.equal(undefined)
  })
})
