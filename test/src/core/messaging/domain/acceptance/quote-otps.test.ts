import { expect } from 'chai'
import { aTenant } from '@postrider/conformance/builders/a-tenant'
import { change, production, quoted, sceneOf } from './a-quote-scene.js'

describe('A quote for an OTP', () => {
  it('refuses promotional templates for OTPs, and OTPs without a ready account', () => {
    const scene = sceneOf(production())
    const otp = { ...scene, request: { ...scene.request, codeVariable: 'code' } }
    expect(quoted(otp)).to.equal('quoted')
    const unreadyAccounts = new Set(
      [...scene.catalog.providerAccounts.values()].map((one) => one.providerAccountId),
    )
    expect(quoted(change(scene, { unreadyAccounts }))).to.equal('quoted')
    expect(quoted(change(otp, { unreadyAccounts }))).to.equal('ProviderUnavailable')
    const promotional = sceneOf(aTenant({ template: { category: 'promotional' } }))
    expect(quoted(promotional)).to.equal('quoted')
    const request = { ...promotional.request, codeVariable: 'code' }
    expect(quoted({ ...promotional, request })).to.equal('TemplateUnavailable')
  })
})
