import { expect } from 'chai'
import { judgeRelease } from '@postrider/core/platform/domain/release-policy'

describe('A release policy', () => {
  const policy = { minimum: '2.0.0', recommended: '2.10.0' }
  const status = (release: string) => judgeRelease(policy, release).status

  it('blocks releases before the minimum, and asks to update those before the recommended one', () => {
    for (const release of ['0.0.0', '1.99.99', '1.10.0']) expect(status(release), release).to.equal('blocked')
    for (const release of ['2.0.0', '2.0.1', '2.9.9']) expect(status(release), release).to.equal('deprecated')
    for (const release of ['2.10.0', '2.10.1', '2.11.0', '3.0.0', '10.0.0'])
      expect(status(release), release).to.equal('supported')
  })

  it('compares numbers of any length, with any leading zeros', () => {
    expect(status('02.010.000')).to.equal('supported')
    const close = { minimum: '1.0.90071992547409930', recommended: '1.0.90071992547409930' }
    expect(judgeRelease(close, '1.0.90071992547409929').status).to.equal('blocked')
    expect(judgeRelease(close, '1.0.90071992547409931').status).to.equal('supported')
  })

  it('names the release to update to', () => {
    expect(judgeRelease(policy, '1.0.0').message).to.contain('2.10.0')
    expect(judgeRelease(policy, '2.1.0').message).to.contain('2.10.0')
    expect(judgeRelease({ minimum: '3.0.0', recommended: '2.0.0' }, '1.0.0').message).to.contain('3.0.0')
  })
})
