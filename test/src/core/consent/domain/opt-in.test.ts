import { expect } from 'chai'
import { GENERAL_GRANT, isGranted, type OptInGrant, withGrant } from '@postrider/core/consent/domain/opt-in'
import { fresh } from '@postrider/conformance/builders/fresh'

describe('An opt-in', () => {
  const [appId, other] = [fresh.id('app'), fresh.id('app')]
  const [ofApp, onSms]: readonly OptInGrant[] = [{ appId }, { channel: 'sms' }]
  const narrow: OptInGrant = { appId, channel: 'sms' }

  it('is for its app and its channel, or for all', () => {
    expect(isGranted([], appId, 'sms')).to.equal(false)
    expect(isGranted([GENERAL_GRANT], appId, 'email')).to.equal(true)
    expect(isGranted([narrow], appId, 'sms')).to.equal(true)
    expect(isGranted([narrow], appId, 'email')).to.equal(false)
    expect(isGranted([narrow], other, 'sms')).to.equal(false)
    expect(isGranted([{ appId: other }, { channel: 'sms' }], appId, 'sms')).to.equal(true)
  })

  it('replaces the ones that it includes, and adds nothing to one that includes it', () => {
    expect(withGrant([], narrow)).to.deep.equal([narrow])
    expect(withGrant([narrow], narrow)).to.deep.equal([narrow])
    expect(withGrant([narrow, { channel: 'email' }], { appId })).to.deep.equal([{ channel: 'email' }, ofApp])
    expect(withGrant([{ appId }], { channel: 'sms' })).to.deep.equal([ofApp, onSms])
    expect(withGrant([{ appId }, { channel: 'sms' }], narrow)).to.deep.equal([ofApp, onSms])
    expect(withGrant([{ appId }, { channel: 'sms' }], GENERAL_GRANT)).to.deep.equal([GENERAL_GRANT])
  })
})
