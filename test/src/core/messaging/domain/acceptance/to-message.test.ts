import { expect } from 'chai'
import { toMessage, VALIDITY_MS } from '@postrider/core/messaging/domain/acceptance/to-message'
import { sendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aCandidate, anOtp, aQuote } from './a-candidate.js'

describe('The message of a candidate', () => {
  it("has the requested content, waits for a provider in its category's lane, and hides nothing", () => {
    const candidate = aCandidate(25)
    const quote = aQuote(25, { lane: 'promotional', units: 3 })
    const { messageId, organizationId, appId, request } = candidate
    const { version } = quote.template
    const message = toMessage(candidate, quote, NOW_MS)
    expect(message).to.deep.include({
      messageId,
      organizationId,
      appId,
      environment: 'test',
      channel: 'sms',
      lane: 'promotional',
      to: request.recipient.to,
      sender: 'ASHAST',
      templateId: version.templateId,
      templateVersionId: version.templateVersionId,
      language: undefined,
      variables: request.variables,
      sealedVariables: undefined,
      units: 3,
      charge: quote.charge,
      billing: 'provisional',
      state: 'ACCEPTED',
      failureCode: undefined,
      providerReason: undefined,
      attempt: 0,
      uncalled: 0,
      leaseUntilMs: 0,
      acceptedAtMs: NOW_MS,
      updatedAtMs: NOW_MS,
      expiresAtMs: NOW_MS + VALIDITY_MS,
      trace: candidate.trace,
    })
  })

  it('has every optional field of its request, or the field as undefined', () => {
    const { request } = aCandidate(1)
    const names = Object.keys(sendRequest.optional) as ReadonlyArray<keyof typeof sendRequest.optional>
    for (const name of names) {
      const given = { ...request, [name]: 'as given' }
      expect(toMessage(aCandidate(1, { request: given }), aQuote(1), NOW_MS)[name]).to.equal('as given')
      const without = { ...request, [name]: undefined }
      expect(toMessage(aCandidate(1, { request: without }), aQuote(1), NOW_MS)).to.have.property(
        name,
        undefined,
      )
    }
  })

  it('goes to the normalized address, not to the one as written', () => {
    const { request } = aCandidate(1)
    const read = { ...request, to: 'A@EXAMPLE.com', recipient: { to: 'A@example.com', country: undefined } }
    expect(toMessage(aCandidate(1, { request: read }), aQuote(1), NOW_MS).to).to.equal('A@example.com')
  })

  it('with an OTP goes first, is valid as long as its challenge, and keeps the code sealed', () => {
    const otp = anOtp({ ttlMs: 30_000, sealedVariables: 'the sealed text' })
    const candidate = aCandidate(1, { otp })
    const message = toMessage(candidate, aQuote(1, { lane: 'promotional' }), NOW_MS)
    expect(message).to.include({
      lane: 'otp',
      expiresAtMs: NOW_MS + 30_000,
      sealedVariables: 'the sealed text',
    })
    expect(message.variables).to.deep.equal(candidate.request.variables)
  })
})
