import type { Sender } from '@postrider/core/channels/channels'
import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { CALLBACK_TOKEN, secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import type { Composition } from '@postrider/wiring/compose'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { right } from '@postrider/conformance/outcome'
import { issueCredential } from '../builders/issue-credential.js'
import { provisionTenant, type Tenant, type TenantPlan } from '../builders/provision-tenant.js'

/** The account through which a tenant sends, and what it sends. */
export interface SendingPlan {
  readonly account: Pick<ProviderAccount, 'kind' | 'settings'> & Partial<Pick<ProviderAccount, 'timeoutMs'>>
  readonly secrets: Readonly<Record<string, string>>
  readonly sender: Sender
  readonly templates: TenantPlan['templates']
}

type TemplatePlan = SendingPlan['templates'][number]

/** A sending tenant, and the callback address of its account, below the installation's own. */
export interface SendingTenant extends Tenant {
  readonly bearer: string
  readonly providerAccountId: ProviderAccountId
  readonly callbackPath: string
}

const code = { name: 'code', maxLength: 8, example: '12345678' }

const otpTemplate = (content: TemplatePlan['content']): TemplatePlan => ({
  name: `code_by_${content.channel}`,
  category: 'otp',
  language: 'en',
  content,
  variables: [code],
})

/** Its first 20 characters have the code, which receipts of SMSCs repeat. */
export const SMS_CODE = otpTemplate({
  channel: 'sms',
  text: '{{code}} is your code for Asha Stores. Tell nobody.',
  registration: DLT_REGISTRATION,
})

export const WHATSAPP_CODE = otpTemplate({
  channel: 'whatsapp',
  text: '*{{code}}* is your verification code.',
  registration: { name: 'login_code', language: 'en', namespace: 'c8ae5f90_307a_ca4c' },
})

/** No code is sent by email, but a bounce may contain one anyway. */
export const EMAIL: TemplatePlan = {
  name: 'greeting',
  category: 'transactional',
  language: 'en',
  content: { channel: 'email', subject: 'Hello', text: 'Hello {{name}}' },
  variables: [{ name: 'name', example: 'Asha' }],
}

/** Sets up a tenant in production, with a credential with all of its permissions. */
export const sendingTenant = async (
  { ports }: Composition,
  { account, secrets, sender, templates }: SendingPlan,
): Promise<SendingTenant> => {
  const { channel } = sender
  const providerAccountId = ports.ids.next('pac')
  const { token } = ports.sessionTokens.create('link')
  const sealed = JSON.stringify({ ...secrets, [CALLBACK_TOKEN]: token })
  const opened = aProviderAccount({
    providerAccountId,
    timeoutMs: 10_000,
    ...account,
    channels: [channel],
    sealedSecrets: ports.keyRing.seal(sealed, secretsContext(providerAccountId), undefined),
  })
  const price = { channel, destinationPrefix: '*', unitAmountMinor: 25, effectiveFromMs: 0 }
  const tenant = await right(
    provisionTenant(ports)({
      displayName: 'Asha Stores',
      environment: 'production',
      currency: 'INR',
      creditMinor: 100_000,
      configurations: [{ channel, senders: [soleSender(sender)], providerAccountIds: [providerAccountId] }],
      templates,
      prices: [{ ...price, chargeOn: 'delivered' }],
      providerAccounts: [opened],
    }),
  )
  const issued = await right(
    issueCredential(ports)({
      app: tenant.app,
      actions: ['messages.send', 'messages.read', 'billing.read', 'usage.read', 'events.read'],
      channels: [channel],
      label: 'test',
      expiresAtMs: ports.clock.nowMs() + DAY_MS,
    }),
  )
  const callbackPath = `/callbacks/${providerAccountId}/${token}`
  return { ...tenant, bearer: issued.bearer, providerAccountId, callbackPath }
}
