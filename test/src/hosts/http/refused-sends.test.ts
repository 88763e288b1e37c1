import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { right } from '@postrider/conformance/outcome'
import { aSend, sendHeaders } from './a-send.js'
import { describeSending } from './describe-sending.js'
import type { Sent } from './http-client.js'
import type { HttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, type Fault } from './refusals.js'
import type { TestTenant } from './test-tenant.js'

/** Changes the catalog of a tenant and makes a request that is refused because of it. */
type Cause = (http: HttpFixture, tenant: TestTenant) => Promise<Sent>

const refusals: ReadonlyArray<
  readonly [title: string, code: ErrorCode, cause: Cause, faults?: readonly Fault[]]
> = [
  [
    'an unknown template',
    'template_unavailable',
    async (_, tenant) => aSend(tenant, { templateId: 'tpl_unknown' }),
  ],
  [
    "another tenant's template",
    'template_unavailable',
    async (http, tenant) => aSend(tenant, { templateId: http.other.template.sms.templateId }),
  ],
  [
    'a template of another channel',
    'template_unavailable',
    async (_, tenant) => aSend(tenant, { templateId: tenant.template.email.templateId }),
  ],
  [
    'a credential without the action',
    'action_not_granted',
    async (_, tenant) => aSend({ ...tenant, ...(await tenant.issue({ actions: ['messages.read'] })) }),
  ],
  [
    'a credential without the channel',
    'channel_not_granted',
    async (_, tenant) => aSend({ ...tenant, ...(await tenant.issue({ channels: ['email'] })) }),
  ],
  [
    "another tenant's project",
    'scope_mismatch',
    async (http, tenant) => aSend(tenant, { projectId: http.other.project.projectId }),
  ],
  [
    "another tenant's app",
    'scope_mismatch',
    async (http, tenant) => aSend(tenant, { appId: http.other.app.appId }),
  ],
  [
    'a disabled app',
    'channel_not_active',
    async (http, tenant) => {
      await right(http.storage.catalog.save({ apps: [{ ...tenant.app, status: 'disabled' }] }))
      return aSend(tenant)
    },
  ],
  [
    'an app that its own organization has disabled',
    'channel_not_active',
    async (http, tenant) => {
      await right(http.storage.catalog.save({ apps: [{ ...tenant.app, disabledAtMs: 1 }] }))
      return aSend(tenant)
    },
  ],
  [
    'a channel that the app is restricted from',
    'channel_not_active',
    async (http, tenant) => {
      const restrictions = { allowedChannels: ['email'] as const }
      await right(http.storage.catalog.save({ apps: [{ ...tenant.app, restrictions }] }))
      return aSend(tenant)
    },
  ],
  [
    'a suspended organization',
    'organization_suspended',
    async (http, tenant) => {
      await right(
        http.storage.catalog.save({ organizations: [{ ...tenant.organization, status: 'suspended' }] }),
      )
      return aSend(tenant)
    },
  ],
  [
    'a destination outside the allow-list of the app',
    'destination_not_allowed',
    async (http, tenant) => {
      const restrictions = { allowedCountries: ['GB'] }
      await right(http.storage.catalog.save({ apps: [{ ...tenant.app, restrictions }] }))
      return aSend(tenant)
    },
  ],
  [
    'a destination without a price',
    'price_unavailable',
    async (_, tenant) => aSend(tenant, { to: '+447400123456' }),
  ],
  [
    'a variable that the template does not declare',
    'invalid_request',
    async (_, tenant) => aSend(tenant, { variables: { name: 'Asha', note: 'x', more: 'y' } }),
    [['body', '/variables/more', 'unknown']],
  ],
  [
    'a missing variable',
    'invalid_request',
    async (_, tenant) => aSend(tenant, { variables: { name: 'Asha' } }),
    [['body', '/variables/note', 'required']],
  ],
  [
    'a number of no country',
    'invalid_request',
    async (_, tenant) => aSend(tenant, { to: '+999123456789' }),
    [['body', '/to', 'format']],
  ],
  [
    'a number without its plus',
    'invalid_request',
    async (_, tenant) => aSend(tenant, { to: '919876543210' }),
    [['body', '/to', 'format']],
  ],
]

describeSending('A send that is refused', (open) => {
  let http: HttpFixture
  before(async () => {
    http = await open()
  })
  after(() => http.close())

  for (const [title, code, cause, faults] of refusals) {
    it(`gets ${code} for ${title}, and writes nothing`, async () => {
      const tenant = await http.openTenant(1000)
      const send = await cause(http, tenant)
      await expectNothingWritten(http, async () => {
        expectRefusal(await http.call('POST', '/v1/messages', send), code, faults)
      })
    })
  }

  it('gets sender_unavailable without a sender', async () => {
    const tenant = await http.openTenant(1000, { configured: ['email'] })
    expectRefusal(await http.call('POST', '/v1/messages', aSend(tenant)), 'sender_unavailable')
  })

  it('gets provider_unavailable without a provider', async () => {
    const tenant = await http.openTenant(1000, { providerStatus: 'disabled' })
    expectRefusal(await http.call('POST', '/v1/messages', aSend(tenant)), 'provider_unavailable')
  })

  it('is refused as soon as its credential expires or is revoked', async () => {
    const tenant = await http.openTenant(1000)
    const { credential, bearer } = await tenant.issue()
    const as = { ...tenant, bearer }
    const accepted = await http.call('POST', '/v1/messages', aSend(as))
    if (accepted.status !== 202) throw new Error('the credential should work at first')
    await right(http.storage.catalog.save({ credentials: [{ ...credential, revokedAtMs: Date.now() }] }))
    expectRefusal(await http.call('POST', '/v1/messages', aSend(as)), 'unauthenticated')
    const expired = await tenant.issue({ expiresAtMs: Date.now() - DAY_MS })
    expectRefusal(
      await http.call('POST', '/v1/messages', { headers: sendHeaders({ ...tenant, ...expired }) }),
      'unauthenticated',
    )
  })
})
