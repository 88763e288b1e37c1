import { expect } from 'chai'
import fc from 'fast-check'
import { isSameRecipient, recipientKey } from '@postrider/core/consent/domain/recipient-key'
import { recipientDigest } from '@postrider/core/consent/domain/suppression'
import { sha256 } from '@postrider/conformance/builders/sha256'

const digest = (to: string): string => recipientDigest(to, sha256)

const digits = (count: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${count - 1}}$`))

/** A recipient in two spellings. */
const spelled = fc.oneof(
  digits(10).map((national) => [`+52${national}`, `+521${national}`]),
  digits(10).map((national) => [`+54${national}`, `+549${national}`]),
  digits(8).map((local) => [`+5411${local}`, `+541115${local}`]),
  fc
    .tuple(fc.stringMatching(/^[1-9]{2}$/), fc.stringMatching(/^[6-9][0-9]{7}$/))
    .map(([area, local]) => [`+55${area}9${local}`, `+55${area}${local}`]),
  fc.stringMatching(/^[0-9]{8}$/).map((local) => [`+22901${local}`, `+229${local}`]),
  fc.emailAddress().map((address) => [address, address.toUpperCase()]),
  fc
    .stringMatching(/^[a-z0-9]{1,12}$/)
    .map((local) => [`${local}@xn--bcher-kva.example`, `${local}@BÜCHER.example`]),
)

describe('The key of a recipient', () => {
  it('is the same for all spellings of the recipient, so that a suppression covers them', () => {
    fc.assert(
      fc.property(spelled, ([one = '', other = '']) => {
        expect(digest(one), `${one} ${other}`).to.equal(digest(other))
        expect(isSameRecipient(one, other)).to.equal(true)
      }),
    )
  })

  it('differs for different recipients', () => {
    fc.assert(
      fc.property(digits(10), digits(10), (one, other) => {
        fc.pre(one !== other)
        for (const code of ['+52', '+54', '+91'])
          expect(recipientKey(code + one)).not.to.equal(recipientKey(code + other))
      }),
    )
    expect(isSameRecipient('asha@example.com', 'asha@example.org')).to.equal(false)
  })
})
