import { expect } from 'chai'
import fc from 'fast-check'
import { isLiftedBy, consentChangeIn } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const STOP = { wants: 'stop', scope: 'all' } as const
const START = { wants: 'start', scope: 'all' } as const

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
