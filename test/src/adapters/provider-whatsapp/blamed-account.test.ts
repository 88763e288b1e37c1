import { expect } from 'chai'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { readCloudStatus } from '@postrider/provider-whatsapp/callbacks/read-statuses'

const failed = (code: number) =>
  readCloudStatus(aProviderAccount(), {
    id: 'wamid.1',
    status: 'failed',
    timestamp: '1750263773',
    errors: [{ code, title: 'What it says' }],
  })

describe('A failed status of the Cloud API', () => {
  for (const code of [131042, 131031, 131045, 190])
    it(`blames the account with the code ${code}, and keeps the code and the words`, () => {
      expect(failed(code)).to.deep.include({
        failureCode: 'provider_rejected',
        blamesAccount: true,
        reason: { code: String(code), text: 'What it says' },
      })
    })

  for (const code of [131026, 131049, 132000, 131048])
    it(`doesn't blame the account with the code ${code}`, () => {
      expect(failed(code)).to.not.have.property('blamesAccount')
    })
})
