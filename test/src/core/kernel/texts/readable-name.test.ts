import { expect } from 'chai'
import { checkDisplayName } from '@postrider/core/identity/domain/people/display-name'
import { isReadableName, withoutFormat } from '@postrider/core/kernel/texts/readable-name'

const ZWNJ = '\u200c'
const ZWJ = '\u200d'

describe('A name that people choose', () => {
  it('has a letter, a digit or an emoji, in any script', () => {
    for (const name of ['Asha', 'Ελένη', '李', '7', 'O’Brien & Sons (UK)', 'علی', 'क्ष', '🎉', '🇮🇳'])
      expect(isReadableName(name), name).to.equal(true)
    for (const name of ['', ' ', '-', '…', '\u200b', ZWJ, '\u2060'])
      expect(isReadableName(name), JSON.stringify(name)).to.equal(false)
  })

  it('has no invisible character or one that reverses the following text, at any place', () => {
    for (const sign of [
      '\u202e',
      '\u202a',
      '\u2066',
      '\u2069',
      '\u200e',
      '\u200f',
      '\u200b',
      '\u00ad',
      '\ufeff',
    ])
      for (const name of [`${sign}Asha`, `As${sign}ha`, `Asha${sign}`])
        expect(isReadableName(name), JSON.stringify(name)).to.equal(false)
  })

  it('can have joiners only where languages and emoji need them', () => {
    for (const name of [`نامه${ZWNJ}ای`, `क्${ZWJ}ष`, `Team 👩${ZWJ}💻`, `👩🏽${ZWJ}💻`])
      expect(isReadableName(name), name).to.equal(true)
    for (const name of [`${ZWJ}Asha`, `Asha${ZWNJ}`, `As ${ZWJ}ha`])
      expect(isReadableName(name), JSON.stringify(name)).to.equal(false)
    expect(withoutFormat(`a\u202eb ${ZWJ}c क्${ZWJ}ष`)).to.equal(`a b  c क्${ZWJ}ष`)
  })

  it('is refused if a person chooses an invalid one for themselves', () => {
    expect(checkDisplayName('Asha')).to.deep.equal([])
    for (const name of ['\u200b', '\u202eAsha'])
      expect(checkDisplayName(name).map(({ code }) => code)).to.deep.equal(['format'])
  })
})
