import { expect } from 'chai'
import { type Channel, CHANNELS } from '@postrider/core/channels/channels'

const maskedRecipient = (channel: Channel, to: string): string => CHANNELS[channel].recipient.masked(to)

describe('A masked recipient', () => {
  it('shows the calling code, the last digits and the length of a number', () => {
    expect(maskedRecipient('sms', '+919876543210')).to.equal('+91******3210')
    expect(maskedRecipient('whatsapp', '+442079460123')).to.equal('+44******0123')
    expect(maskedRecipient('sms', '+12025550143')).to.equal('+1******0143')
    expect(maskedRecipient('sms', '+77011234567')).to.equal('+7******4567')
    expect(maskedRecipient('sms', '+351912345678')).to.equal('+351*****5678')
  })

  it('hides the calling code if the rest of the number is too short', () => {
    expect(maskedRecipient('sms', '+2471234')).to.equal('+***1234')
    expect(maskedRecipient('sms', '+6831234567')).to.equal('+******4567')
  })

  it('never shows the whole number', () => {
    expect(maskedRecipient('sms', '+1234')).to.equal('+*234')
  })

  it('shows the start of an address and its domain, but not its length', () => {
    expect(maskedRecipient('email', 'asha.rao+0001@example.org')).to.equal('a***@example.org')
    expect(maskedRecipient('email', 'a@example.org')).to.equal('a***@example.org')
    expect(maskedRecipient('email', `"odd@place"@example.org`)).to.equal('"***@example.org')
  })
})
