import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { sealSecrets } from '@postrider/core/providers/use-cases/account-secrets'
import type { Ports } from '@postrider/core/assembly/ports'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { right } from '@postrider/conformance/outcome'
import { issueCredential } from '@postrider/test/builders/issue-credential'
import { provisionTenant, type TenantPlan } from '@postrider/test/builders/provision-tenant'

/** The sender of the widest bodies: credentials of one organization, and the ids for their messages. */
export interface WidestTenant {
  readonly credentials: readonly string[]
  readonly projectId: string
  readonly appId: string
  readonly templateId: string
}

/** The maximum number of variables of a message (docs/api/limits#limits). */
export const WIDEST_VARIABLES: readonly string[] = Array.from({ length: 50 }, (_, at) => `variable${at}`)

const accountOf = (ports: Ports): ProviderAccount => {
  const providerAccountId = ports.ids.next('pac')
  const { token } = ports.sessionTokens.create('link')
  return {
    providerAccountId,
    name: 'widest',
    channels: ['email'],
    status: 'enabled',
    kind: 'sandbox',
    settings: {},
    maxConcurrent: 1000,
    ratePerSecond: undefined,
    sealedSecrets: sealSecrets(
      ports,
      providerAccountId,
      { secrets: {}, callbackTokens: { current: token } },
      undefined,
    ),
    version: 1,
    timeoutMs: 10_000,
    createdAtMs: ports.clock.nowMs(),
  }
}

const planOf = (account: ProviderAccount): TenantPlan => ({
  displayName: 'Widest',
  environment: 'test',
  currency: 'EUR',
  creditMinor: 1_000_000_000,
  configurations: [
    {
      channel: 'email',
      senders: [soleSender({ channel: 'email', from: 'news@widest.example' })],
      providerAccountIds: [account.providerAccountId],
    },
  ],
  templates: [
    {
      name: 'widest',
      category: 'transactional',
      language: 'en',
      content: {
        channel: 'email',
        subject: 'News',
        text: WIDEST_VARIABLES.map((name) => `{{${name}}}`).join('\n'),
      },
      variables: WIDEST_VARIABLES.map((name) => ({ name, example: name })),
    },
  ],
  prices: [
    {
      channel: 'email',
      destinationPrefix: '*',
      unitAmountMinor: 1,
      chargeOn: 'submitted',
      effectiveFromMs: 0,
    },
  ],
  providerAccounts: [account],
})

/** Creates a tenant with this number of credentials whose template has the maximum number of variables. */
export const provisionWidest = async (ports: Ports, count: number): Promise<WidestTenant> => {
  const { app, project, templates } = await right(provisionTenant(ports)(planOf(accountOf(ports))))
  const credentials: string[] = []
  while (credentials.length < count) {
    const issued = await right(
      issueCredential(ports)({
        app,
        actions: ['messages.send'],
        channels: ['email'],
        label: `widest ${credentials.length}`,
        expiresAtMs: ports.clock.nowMs() + DAY_MS,
      }),
    )
    credentials.push(issued.bearer)
  }
  const [template] = templates
  return {
    credentials,
    projectId: project.projectId,
    appId: app.appId,
    templateId: template?.templateId ?? '',
  }
}
