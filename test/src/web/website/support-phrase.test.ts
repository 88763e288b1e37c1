import { expect } from 'chai'
import { START_TEXTS } from '@postrider/web/website/start/start-texts'
import { supportPhrase } from '@postrider/web/website/support/support-phrase'

describe('The link to support in a text', () => {
  it('covers the words that ask for it, and keeps the others around it', () => {
    expect(supportPhrase('No price yet. Ask support for one.')).to.deep.equal([
      'No price yet. ',
      'Ask support',
      ' for one.',
    ])
    expect(supportPhrase('Keep your file, and contact support with it.')[1]).to.equal('contact support')
  })

  it('is in every text about a missing requirement', () => {
    for (const text of Object.values(START_TEXTS.missing))
      expect(supportPhrase(text)[1], text).to.equal('Ask support')
  })

  it('is absent if a text only mentions support', () => {
    expect(supportPhrase('Waiting for support.')).to.deep.equal(['Waiting for support.'])
  })
})
