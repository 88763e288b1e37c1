import { expect } from 'chai'
import fc from 'fast-check'
import {
  consentChangeIn,
  isLiftedBy,
  readConsent,
  readFragment,
} from '@postrider/core/messaging/domain/inbound/consent-keyword'
import { asksForHelp, mentionsStop } from '@postrider/core/messaging/domain/inbound/consent-keywords'
import {
  START_WORDS,
  START_WORDS_ALONE,
  STOP_PROMOTIONS,
  STOP_WORDS,
  STOP_WORDS_ALONE,
} from '@postrider/core/messaging/domain/inbound/consent-words'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const STOP = { wants: 'stop', scope: 'all' } as const
const START = { wants: 'start', scope: 'all' } as const
const UNCLEAR = { consentChange: undefined, isUnclear: true } as const

describe('A keyword of an inbound message', () => {
  it('opts out in any case and language, with punctuation, accents and courtesy around it', () => {
    const texts = `STOP|StopAll| unsubscribe\n|Cancel|END|quit|OptOut|Stop.|STOP!|stop please|Stop. Thank you|opt out|opt-out
      |OPT OUT|revoke|unsubscribe me|stop all|Please stop texting me|no more messages|STOP ACMECO|ARRET|Arrêt|STOPP|BAJA
      |PARAR|“Stop”|stop it|Cancel, please|Sair|Alto!|Стоп|रोकें|st\u00adop`
    for (const text of texts.split('|')) expect(consentChangeIn(text), text).to.deep.equal(STOP)
  })

  it('opts in again', () => {
    for (const text of ['Start', 'START.', 'Unstop', 'YES', 'start please', 'opt-in'])
      expect(consentChangeIn(text), text).to.deep.equal(START)
  })

  it('has no effect in a sentence about something else', () => {
    for (const text of [
      '',
      '  ',
      '!',
      'Where is my order?',
      'Please do not stop',
      "Don't stop",
      'Cancel my appointment',
      'End of the week?',
      'Yes, at nine',
      'Start my order',
      'Is there a bus stop near your shop in town?',
      'nonstop',
    ])
      expect(consentChangeIn(text), text).to.equal(undefined)
  })

  it('is found in any spelling of case, accents, spaces and punctuation', () => {
    const around = fc.array(fc.constantFrom(' ', '.', '!', '…', '\n', '"', '\u200b', '\u00a0'), {
      maxLength: 3,
    })
    const word = fc.constantFrom('stop', 'unsubscribe', 'opt out', 'arrêt', 'baja', 'descadastrar')
    const spelled = fc.tuple(around, word, fc.boolean(), fc.boolean(), around)
    fc.assert(
      fc.property(spelled, ([before, keyword, isUpper, isDecomposed, after]) => {
        const cased = isUpper ? keyword.toUpperCase() : keyword
        const text = isDecomposed ? cased.normalize('NFD') : cased
        expect(consentChangeIn([...before, text, ...after].join(''))).to.deep.equal(STOP)
      }),
    )
  })

  it('is found in full-width letters, and letter by letter', () => {
    for (const text of ['ＳＴＯＰ', 'Ｓｔｏｐ！', 'ｓｔｏｐ', 'S.T.O.P.', 'S T O P', 's-t-o-p'])
      expect(consentChangeIn(text), text).to.deep.equal(STOP)
    for (const text of ['a b c', 'ST0P']) expect(consentChangeIn(text), text).to.equal(undefined)
    expect(mentionsStop('Ｐｌｅａｓｅ ｄｏｎ’ｔ ｕｎｓｕｂｓｃｒｉｂｅ', [])).to.equal(true)
  })

  it('is known in every language, in any case and without accents', () => {
    for (const word of [...Object.values(STOP_WORDS).flat(), ...STOP_WORDS_ALONE]) {
      const bare = word.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
      for (const text of [word, word.toUpperCase(), bare, ` ${word}.\r\n`, `¡${word}!`])
        expect(consentChangeIn(text), text).to.deep.equal(STOP)
    }
    for (const word of [...START_WORDS, ...START_WORDS_ALONE])
      expect(consentChangeIn(`${word.toUpperCase()}.`), word).to.deep.equal(START)
  })

  it('stops only promotional messages if it says so', () => {
    for (const text of [...STOP_PROMOTIONS, 'stop promotions.', 'STOP_PROMOTIONS', 'Stop promotions please'])
      expect(consentChangeIn(text), text).to.deep.equal({ wants: 'stop', scope: 'promotional' })
  })

  it('in a longer text, or behind other words, is left to a person', () => {
    for (const text of [
      'I would like you to stop sending these',
      'Please do not STOP sending me news',
      "Don't stop",
      'Quiero darme de baja de esta lista ya',
      '我要退订',
    ])
      expect(readConsent(text), text).to.deep.equal(UNCLEAR)
    for (const text of ['', '?!', 'Where is my order?', 'stopwatch', 'At the end of the red line', 'START'])
      expect(readConsent(text), text).not.to.have.property('isUnclear')
    expect(readConsent('ich habe wirklich genug jetzt davon', ['Genug jetzt'])).to.deep.equal(UNCLEAR)
    expect(readConsent('nothing to see here', ['', '!'])).to.deep.equal({ consentChange: undefined })
  })

  it('in a part of a text opts nobody out or in', () => {
    for (const text of ['STOP', 'stop sending me news', 'I never said STOP'])
      expect(readFragment(text), text).to.deep.equal(UNCLEAR)
    for (const text of ['START', 'sending me news'])
      expect(readFragment(text), text).to.deep.equal({ consentChange: undefined })
  })

  it('can ask for help', () => {
    for (const text of ['HELP', 'info', 'Help!', 'Aide svp', 'ayuda', 'please help'])
      expect(asksForHelp(text), text).to.equal(true)
    for (const text of ['', 'stop', 'Can you help me', 'help me find my way to the shop'])
      expect(asksForHelp(text), text).to.equal(false)
  })

  it("can be one of the account's own words", () => {
    expect(consentChangeIn('arrêt', ['ARRÊT', 'रोकें'])).to.deep.equal(STOP)
    expect(consentChangeIn(' रोकें ', ['ARRÊT', 'रोकें'])).to.deep.equal(STOP)
    expect(consentChangeIn('', [''])).to.equal(undefined)
  })

  it('lifts an earlier opt-out, and no other suppression', () => {
    const optOut = { source: 'opt_out', scope: 'all', createdAtMs: NOW_MS } as const
    expect(isLiftedBy(optOut, START, NOW_MS)).to.equal(true)
    expect(isLiftedBy(optOut, START, NOW_MS - 1), 'it was said before').to.equal(false)
    expect(isLiftedBy(optOut, STOP, NOW_MS)).to.equal(false)
    for (const source of ['operator', 'bounce', 'complaint'] as const)
      expect(isLiftedBy({ ...optOut, source }, START, NOW_MS), source).to.equal(false)
    const promotional = { ...START, scope: 'promotional' } as const
    expect(isLiftedBy(optOut, promotional, NOW_MS)).to.equal(false)
    expect(isLiftedBy({ ...optOut, scope: 'promotional' }, promotional, NOW_MS)).to.equal(true)
    expect(isLiftedBy({ ...optOut, scope: 'promotional' }, START, NOW_MS)).to.equal(true)
  })
})
