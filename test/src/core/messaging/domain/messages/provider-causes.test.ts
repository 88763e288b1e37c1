import { expect } from 'chai'
import { WHATSAPP_CAUSES } from '@postrider/core/channels/whatsapp/whatsapp-causes'
import { causeOfMessage, failureCauseOf } from '@postrider/core/messaging/domain/messages/failure-guide'

const failed = (channel: 'sms' | 'whatsapp', code?: string) =>
  causeOfMessage({
    channel,
    failureCode: 'provider_rejected',
    providerReason: code === undefined ? undefined : { code },
  })

describe('The cause of a failed message', () => {
  it("is that of WhatsApp's code, with its own meaning and advice", () => {
    const codes = ['131049', '131047', '131026', '131050', '130472', '131042', '131031', '132000', '132001',
      '132012', '132015', '132018', '131008', '131009'] // prettier-ignore
    const causes = codes.map((code) => failed('whatsapp', code))
    for (const [at, code] of codes.entries()) expect(causes[at]).to.equal(WHATSAPP_CAUSES[code])
    expect(Object.keys(WHATSAPP_CAUSES).sort()).to.deep.equal(codes.sort())
    for (const cause of causes) expect(cause).to.include.all.keys('owner', 'meaning', 'advice')
  })

  it('is that of the failure code on other channels, and for other codes', () => {
    const usual = failureCauseOf('provider_rejected')
    expect(failed('sms', '131049')).to.deep.equal(usual)
    expect(failed('whatsapp', '999')).to.deep.equal(usual)
    expect(failed('whatsapp')).to.deep.equal(usual)
  })

  it("is missing for a message that didn't fail", () => {
    const reason = {
      channel: 'whatsapp',
      failureCode: undefined,
      providerReason: { code: '131049' },
    } as const
    expect(causeOfMessage(reason)).to.equal(undefined)
  })
})
