import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { E, type TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import { sealSecrets } from '@postrider/core/providers/use-cases/account-secrets'
import { provisionTenant, type TenantPlan } from '@postrider/test/builders/provision-tenant'
import { SMSC_LOGIN } from './smsc-login.js'
import type { BenchTenant } from './requests.js'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { issueCredential } from '@postrider/test/builders/issue-credential'
import type { SmscAccount } from './variant.js'

/** More than any run can spend. */
const RICH_MINOR = 1_000_000_000_000

const YEAR_MS = 365 * 24 * 3600 * 1000

const orThrow = async <A>(task: TE.TaskEither<{ readonly _tag: string }, A>): Promise<A> => {
  const done = await task()
  if (E.isLeft(done)) throw new Error(JSON.stringify(done.left))
  return done.right
}

/** The account's settings: of the prompt provider, with callbacks like Kannel's, or of an SMSC. */
const accountOf = (smsc: SmscAccount | undefined) =>
  smsc === undefined
    ? {
        kind: 'sandbox',
        settings: { preset: 'kannel' },
        secrets: {},
        maxConcurrent: 1000,
        ratePerSecond: undefined,
      }
    : {
        kind: 'smpp',
        settings: { host: '127.0.0.1', port: smsc.port, tls: 'none' },
        secrets: SMSC_LOGIN,
        maxConcurrent: smsc.window,
        ratePerSecond: smsc.ratePerSecond,
      }

const benchAccount = (ports: Ports, smsc: SmscAccount | undefined, current: string): ProviderAccount => {
  const providerAccountId: ProviderAccountId = ports.ids.next('pac')
  const { secrets, ...own } = accountOf(smsc)
  return {
    providerAccountId,
    name: 'bench',
    channels: ['sms'],
    status: 'enabled',
    ...own,
    sealedSecrets: sealSecrets(ports, providerAccountId, { secrets, callbackTokens: { current } }, undefined),
    version: 1,
    timeoutMs: 10_000,
    createdAtMs: ports.clock.nowMs(),
  }
}

const plan = (account: ProviderAccount, at: number, creditMinor: number): TenantPlan => ({
  displayName: `Bench ${at}`,
  environment: account.kind === 'sandbox' ? 'test' : 'production',
  currency: 'EUR',
  creditMinor,
  configurations: [
    {
      channel: 'sms',
      senders: [soleSender({ channel: 'sms', header: 'BENCH' })],
      providerAccountIds: [account.providerAccountId],
    },
  ],
  templates: [
    {
      name: 'parcel',
      category: 'transactional',
      language: 'en',
      content: { channel: 'sms', text: 'Hello {{name}}! {{text}}', registration: DLT_REGISTRATION },
      variables: [
        { name: 'name', example: 'Ada' },
        { name: 'text', example: 'Your parcel arrives today.' },
      ],
    },
    {
      name: 'otp',
      category: 'otp',
      language: 'en',
      content: {
        channel: 'sms',
        text: '{{code}} is your code. It is valid for five minutes.',
        registration: DLT_REGISTRATION,
      },
      variables: [{ name: 'code', example: '123456' }],
    },
  ],
  prices: [
    {
      channel: 'sms',
      destinationPrefix: '*',
      unitAmountMinor: 4,
      chargeOn: 'submitted',
      effectiveFromMs: 0,
    },
  ],
  providerAccounts: [account],
})

/** The tenants of a server, and the callback address of their provider account. */
export interface BenchPlace {
  readonly tenants: readonly BenchTenant[]
  readonly penniless: BenchTenant
  readonly callbackPath: string
}

/** Sets tenants up with the use cases; the last of them has no money. */
export const provisionBench = async (
  ports: Ports,
  count: number,
  smsc?: SmscAccount,
): Promise<BenchPlace> => {
  const { token } = ports.sessionTokens.create('link')
  const account = benchAccount(ports, smsc, token)
  const made: BenchTenant[] = []
  for (let at = 0; at <= count; at += 1) {
    const tenant = await orThrow(provisionTenant(ports)(plan(account, at, at === count ? 1 : RICH_MINOR)))
    const issued = await orThrow(
      issueCredential(ports)({
        app: tenant.app,
        actions: ['messages.send', 'messages.read', 'billing.read', 'usage.read'],
        channels: ['sms'],
        label: 'bench',
        expiresAtMs: ports.clock.nowMs() + YEAR_MS,
      }),
    )
    const [template, otpTemplate] = tenant.templates
    made.push({
      organizationId: tenant.organization.organizationId,
      credential: issued.bearer,
      projectId: tenant.project.projectId,
      appId: tenant.app.appId,
      templateId: template?.templateId ?? '',
      otpTemplateId: otpTemplate?.templateId ?? '',
    })
  }
  const penniless = made.pop()
  if (penniless === undefined) throw new Error('no tenant was made')
  const callbackPath = `/callbacks/${account.providerAccountId}/${token}`
  return { tenants: made, penniless, callbackPath }
}
