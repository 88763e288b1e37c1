import { expect } from 'chai'
import { isLiftedBy, consentChangeIn } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const STOP = { wants: 'stop', scope: 'all' } as const
const START = { wants: 'start', scope: 'all' } as const

describe('What somebody wants who writes to a sender', () => {
  it('is nothing more where their whole text is one of the words, whatever its letters', () => {
    for (const word of ['STOP', 'StopAll', ' unsubscribe\n', 'Cancel', 'END', 'quit', 'OptOut'])
      expect(consentChangeIn(word), word).to.deep.equal(STOP)
    expect(consentChangeIn('Start')).to.deep.equal(START)
  })

  it('is nothing in particular where it stands among others, or is no such word', () => {
    for (const text of ['', '  ', 'STOP it', 'please stop', 'stop.', 'STOPP', 'UNSTOP', 'Where is my order?'])
      expect(consentChangeIn(text), text).to.equal(undefined)
  })

  it('may be said in words of the account’s own', () => {
    expect(consentChangeIn('arrêt', ['ARRÊT', 'रोकें'])).to.deep.equal(STOP)
    expect(consentChangeIn(' रोकें ', ['ARRÊT', 'रोकें'])).to.deep.equal(STOP)
    expect(consentChangeIn('', [''])).to.equal(undefined)
  })

  it('lifts an opt-out that was made before, and nothing that anybody else wanted', () => {
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
