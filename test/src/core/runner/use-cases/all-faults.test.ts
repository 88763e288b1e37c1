import { expect } from 'chai'
import { DAY_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aListPrice } from '../../approvals/operations/approval-calls.js'
import { useOffice } from '../../assembly/an-office.js'
import { credentialCalls } from '../../identity/operations/credentials/credential-calls.js'
import { brokenFields } from './strange.js'
import { authorIn } from '../../templates/operations/template-calls.js'

describe('All errors of an operation are reported in one response', () => {
  const office = useOffice()
  const credentials = credentialCalls(office)
  const author = authorIn(office)

  it('for an app, its ranges with the shape of the rest', async () => {
    const { owner, organizationId, brand, project } = office.at
    const body = {
      organizationId,
      brandId: brand.brandId,
      projectId: project.projectId,
      name: 'two\nlines',
      platform: 'server',
      restrictions: { allowedIps: ['300.1.1.1/99', '192.0.2.0/24'] },
    }
    expect(brokenFields(await office.at.refused(owner, 'registerApp', body))).to.have.members([
      '/name format',
      '/restrictions/allowedIps/0 format',
    ])
  })

  it('for a credential, its expiry and repeated names', async () => {
    const body = credentials.aCredential({
      channels: ['fax', 'sms', 'sms'].slice(0, 3),
      expiresAt: credentials.from(500 * DAY_MS),
    })
    expect(
      brokenFields(await office.at.refused(office.at.owner, 'createServerCredential', body)),
    ).to.have.members(['/channels/0 not_allowed', '/channels/2 not_allowed', '/expiresAt too_large'])
  })

  it('for a price, its scope and its start', async () => {
    const maker = await office.at.operator()
    const body = {
      ...aListPrice(),
      channel: 'email',
      destinationPrefix: '+44',
      unitAmountMinor: -1,
      effectiveFrom: '2020-01-01T00:00:00.000Z',
      reason: '',
    }
    expect(brokenFields(await office.at.refusedAbove(maker, 'proposePriceVersion', body))).to.have.members([
      '/unitAmountMinor too_small',
      '/reason too_short',
      '/destinationPrefix not_allowed',
      '/effectiveFrom too_small',
    ])
  })

  it('for a key, its expiry by the name in the request', async () => {
    const operator = await office.at.operator()
    const body = {
      kind: 'bootstrap',
      sponsorEmail: 'nobody',
      allowlist: ['getCustomerContext'],
      label: 'for\nthe test',
      expiresAt: '2020-01-01T00:00:00.000Z',
      reason: 'For the test.',
    }
    expect(brokenFields(await office.at.refusedAbove(operator, 'createAgentKey', body))).to.have.members([
      '/sponsorEmail format',
      '/label format',
      '/allowlist/0 not_allowed',
      '/expiresAt not_allowed',
    ])
  })

  describe('for a template', () => {
    const refused = async (body: object) => {
      const operation = 'saveCustomerTemplateDraft'
      return brokenFields(await office.at.refusedByAgent(office.at.owner, operation, author.aBody(body)))
    }

    it('its shape and its lint', async () => {
      const content = { text: 'Hello {{name}} {{order}} {{', subject: 'For an email' }
      expect(await refused({ language: '!', content })).to.have.members([
        '/language format',
        '/content/subject not_allowed',
        '/content/text format',
      ])
    })

    it('without what only an invalid field could show', async () => {
      const variables = [
        { name: 'name', example: '' },
        { name: 'unused', example: 'x' },
      ]
      expect(await refused({ variables, content: { text: 'Hello {{name}} {{other}}.' } })).to.have.members([
        '/variables/0/example too_short',
        '/variables/1/name mismatch',
      ])
      expect(await refused({ content: { text: 17 } })).to.deep.equal(['/content/text type'])
    })

    it('with the version of its draft', async () => {
      expect(await refused({ version: 1, language: '!' })).to.have.members([
        '/language format',
        '/draftId required',
      ])
      expect(await refused({ draftId: 'tpl_1', content: { text: '' } })).to.have.members([
        '/version required',
        '/content/text too_short',
        '/variables/0/name mismatch',
        '/variables/1/name mismatch',
      ])
    })
  })

  it('but a repeat gets its first response, even at a later time', async () => {
    const body = credentials.aCredential({
      requestId: 'make-one-once',
      expiresAt: credentials.from(5 * MINUTE_MS),
    })
    const { credential } = await office.at.done(office.at.owner, 'createServerCredential', body)
    const laterMs = office.at.clock.nowMs() + 10 * MINUTE_MS
    const later = office.at.doneOver({ clock: { nowMs: () => laterMs } })
    const again = await later(office.at.owner, 'createServerCredential', body)
    expect(again).to.deep.include({ replayed: true, secret: null })
    expect(again.credential.credentialId).to.equal(credential.credentialId)
  })
})
