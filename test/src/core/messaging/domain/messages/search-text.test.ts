import { expect } from 'chai'
import { readSearchText, takenFor } from '@postrider/core/messaging/domain/messages/search-text'
import { fresh } from '@postrider/conformance/builders/fresh'

const read = (text: string) =>
  readSearchText(text, (e164) => (/^\+91[6-9][0-9]{9}$/.test(e164) ? 'IN' : undefined))

describe('The text of a search', () => {
  it('is only an identifier, if it is one', () => {
    const [messageId, receiptId] = [fresh.id('msg'), fresh.id('rct')]
    expect(takenFor(read(` ${messageId} `))).to.deep.equal(['messageId'])
    expect(read(messageId).messageId).to.equal(messageId)
    expect(takenFor(read(receiptId))).to.deep.equal(['receiptId'])
    expect(takenFor(read(fresh.id('org')))).to.deep.equal(['clientReference', 'providerMessageId'])
  })

  it('is a number as people write it', () => {
    for (const text of [
      '+919876543210',
      '919876543210',
      '+91 98765 43210',
      '0091 98765-43210',
      '+91 (98765) 43210',
      '+91\u201398765\u201343210',
    ]) {
      const question = read(text)
      expect(question.recipient, text).to.equal('+919876543210')
      expect(question.reference, text).to.equal(text)
    }
  })

  it('is an address in the form that messages have', () => {
    expect(read('Asha@EXAMPLE.com').recipient?.toLowerCase()).to.equal('asha@example.com')
    expect(takenFor(read('asha@example.com'))).to.deep.equal([
      'recipient',
      'clientReference',
      'providerMessageId',
    ])
  })

  it('can be any client reference', () => {
    for (const text of ['order-10024', '12345', '0x1f', '+1', 'ab@', '9876543210'])
      expect(takenFor(read(text)), text).to.deep.equal(['clientReference', 'providerMessageId'])
  })
})
