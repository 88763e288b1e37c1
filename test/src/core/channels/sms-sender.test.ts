import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { smsSender } from '@postrider/core/channels/sms/sms-sender'

const isAccepted = (header: string): boolean =>
  E.isRight(smsSender.fields.header.decode(header)) && smsSender.problems({ header }).length === 0

describe('The sender ID of an SMS', () => {
  it('can have two characters, blanks and hyphens, or be a short or long number', () => {
    for (const header of ['AB', 'O2', 'My Shop', 'A-B', 'TSHOP', '123', '56789', '491771234567'])
      expect(isAccepted(header), header).to.equal(true)
  })

  it('has at most 11 characters, one of them a letter, and no blank or hyphen at an end', () => {
    for (const header of ['A', '12', ' AB', 'AB-', 'A_B', 'Twelve Chars', '1 2', '1234567890123456'])
      expect(isAccepted(header), header).to.equal(false)
  })
})
