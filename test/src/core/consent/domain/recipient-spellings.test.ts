import { expect } from 'chai'
import fc from 'fast-check'
import {
  isSameRecipient,
  recipientKey,
  spellingsOf,
} from '@postrider/core/consent/domain/recipient-spellings'

/** Each person with two spellings of their number. */
const PEOPLE = [
  ['+525512345678', '+5215512345678'],
  ['+541123456789', '+5491123456789'],
  ['+558588887777', '+5585988887777'],
  ['+22990011234', '+2290190011234'],
  ['+22507123456', '+2250707123456'],
] as const

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))

describe('The spellings of a recipient', () => {
  it('are one recipient in countries whose numbers have two', () => {
    for (const [shorter, longer] of PEOPLE) {
      expect(isSameRecipient(shorter, longer), longer).to.equal(true)
      expect(recipientKey(longer)).to.equal(shorter)
    }
  })

  it('are found from the other spelling, except where the network decides the digits', () => {
    for (const [shorter, longer] of PEOPLE.slice(0, 4)) {
      expect(spellingsOf(longer)).to.deep.equal([longer, shorter])
      expect(spellingsOf(shorter)).to.deep.equal([shorter, longer])
    }
    expect(spellingsOf('+22507123456')).to.deep.equal(['+22507123456'])
  })

  it('of other numbers are the number itself', () => {
    for (const to of [
      '+919876543210',
      '+14155550123',
      '+554433221100',
      '+52123',
      '+5215512',
      'asha@example.com',
    ])
      expect([recipientKey(to), spellingsOf(to)], to).to.deep.equal([to, [to]])
  })

  it('of an email address differ in case alone', () => {
    expect(isSameRecipient('Asha@Example.com', 'asha@example.COM')).to.equal(true)
    expect(isSameRecipient('asha@example.com', 'asha@example.org')).to.equal(false)
  })

  it('have one key each, and different people have different keys', () => {
    fc.assert(
      fc.property(digits(10), digits(10), (one, other) => {
        for (const [short, long] of [
          ['+52', '+521'],
          ['+54', '+549'],
        ] as const) {
          expect(recipientKey(`${long}${one}`)).to.equal(recipientKey(`${short}${one}`))
          expect(isSameRecipient(`${long}${one}`, `${short}${other}`)).to.equal(one === other)
        }
      }),
    )
  })
})
