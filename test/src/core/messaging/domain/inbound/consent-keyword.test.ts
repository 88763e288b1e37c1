import { expect } from 'chai'
import { isLiftedBy, consentChangeIn } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const STOP = { wants: 'stop', scope: 'all' } as const
const START = { wants: 'start', scope: 'all' } as const

describe('A keyword of an inbound message', () => {
  it('is an opt-out if the whole text is one of the words, in upper or lower case', () => {
    for (const word of ['STOP', 'StopAll', ' unsubscribe\n', 'Cancel', 'END', 'quit', 'OptOut'])
      expect(consentChangeIn(word), word).to.deep.equal(STOP)
    expect(consentChangeIn('Start')).to.deep.equal(START)
  })

  it('has no effect within other text, or if it is another word', () => {
    for (const text of ['', '  ', 'STOP it', 'please stop', 'stop.', 'STOPP', 'UNSTOP', 'Where is my order?'])
      expect(consentChangeIn(text), text).to.equal(undefined)
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
