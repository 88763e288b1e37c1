import { expect } from 'chai'
import { readUnsubscribeContent, unsubscribeContent } from '@postrider/core/consent/domain/unsubscribe-link'
import { UNSUBSCRIBE_TEXTS, unsubscribeLanguage } from '@postrider/core/consent/domain/unsubscribe-texts'
import { fresh } from '@postrider/conformance/builders/fresh'

const anUnsubscriber = (maskedTo: string, sender: string) => ({
  organizationId: fresh.id('org'),
  recipient: fresh.hex(32),
  maskedTo,
  sender,
  language: 'de' as const,
})

describe('The content of an unsubscribe link', () => {
  it('has everything that a suppression and the page need', () => {
    const unsubscriber = anUnsubscriber('é***@bücher.example', 'Acme "Shop", Köln')
    expect(readUnsubscribeContent(unsubscribeContent(unsubscriber))).to.deep.equal(unsubscriber)
  })

  it('cuts long names, so that the link fits into a line of a header', () => {
    const long = anUnsubscriber(`a***@${'b'.repeat(200)}.example`, '😀'.repeat(100))
    const read = readUnsubscribeContent(unsubscribeContent(long))
    expect(read.maskedTo).to.equal(`a***@${'b'.repeat(94)}…`)
    expect(read.sender).to.equal(`${'😀'.repeat(39)}…`)
    expect(read.recipient).to.equal(long.recipient)
  })
})

describe('The language of an unsubscribe link', () => {
  it('is that of the template, in any region and spelling, or English', () => {
    expect(['de', 'de-AT', 'pt_BR', 'FR', 'hi'].map(unsubscribeLanguage)).to.deep.equal([
      'de',
      'de',
      'pt',
      'fr',
      'hi',
    ])
    expect(['ja', 'constructor', 'deu', ''].map(unsubscribeLanguage)).to.deep.equal(['en', 'en', 'en', 'en'])
  })

  it('names sender and recipient in every language', () => {
    for (const [language, { question, ended }] of Object.entries(UNSUBSCRIBE_TEXTS))
      for (const text of [question, ended])
        expect([...text.matchAll(/\{\w+\}/g)].flat().sort(), language).to.deep.equal(['{sender}', '{to}'])
  })
})
