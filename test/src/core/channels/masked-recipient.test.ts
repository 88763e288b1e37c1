import { expect } from 'chai'
import { type Channel, CHANNELS } from '@postrider/core/channels/channels'

const maskedRecipient = (channel: Channel, to: string): string => CHANNELS[channel].recipient.masked(to)

describe('A masked recipient', () => {
  it('shows the calling code and the end of a number, and how long it is', () => {
    expect(maskedRecipient('sms', '+919876543210')).to.equal('+91******3210')
    expect(maskedRecipient('whatsapp', '+442079460123')).to.equal('+44******0123')
    expect(maskedRecipient('sms', '+12025550143')).to.equal('+1******0143')
    expect(maskedRecipient('sms', '+77011234567')).to.equal('+7******4567')
    expect(maskedRecipient('sms', '+351912345678')).to.equal('+351*****5678')
  })

  it('hides the calling code of a number that is too short to hide enough after it', () => {
    expect(maskedRecipient('sms', '+2471234')).to.equal('+***1234')
    expect(maskedRecipient('sms', '+6831234567')).to.equal('+******4567')
  })

  it('never shows the whole of a number', () => {
    expect(maskedRecipient('sms', '+1234')).to.equal('+*234')
  })

  it('shows the beginning of an address and its domain, and not how long it is', () => {
    expect(maskedRecipient('email', 'asha.rao+0001@example.org')).to.equal('a***@example.org')
    expect(maskedRecipient('email', 'a@example.org')).to.equal('a***@example.org')
    expect(maskedRecipient('email', `"odd@place"@example.org`)).to.equal('"***@example.org')
  })
})
