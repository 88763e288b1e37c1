import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import type { TemplateContent } from '@postrider/core/channels/channels'
import type { MessageId, OrganizationId, ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { SendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Granted } from '@postrider/core/identity/use-cases/credentials/read-as'
import { secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { provisionTenant, type TenantPlan } from '../builders/provision-tenant.js'
import { right } from '@postrider/conformance/outcome'
import { eveningAfter } from './calendar.js'
import { type PricedChannel, PRICES, type Wish } from './model.js'
import type { Platform } from './platform.js'
import { granted } from '../builders/granted.js'
import { issueCredential } from '../builders/issue-credential.js'

export const CURRENCY = 'INR'

/** The length of two segments. */
const LONG_NAME = 'x'.repeat(200)

/** A tenant of its own on the platform, for one run of commands. */
export interface Run {
  readonly platform: Platform
  readonly caller: Granted<'messages.send' | 'messages.read' | 'billing.read'>
  readonly organizationId: OrganizationId
  readonly providerAccountId: ProviderAccountId
  /** Increases with every message of the run. */
  readonly firstId: MessageId
  request(wish: Wish): SendRequest
  otpTemplate(wish: Wish): string
}

const SENDERS = {
  sms: { channel: 'sms', header: 'ASHAST' },
  whatsapp: { channel: 'whatsapp', phoneNumberId: '1234567890' },
} as const

const CHANNELS: readonly PricedChannel[] = ['sms', 'whatsapp']

const contentOf = (channel: PricedChannel, text: string): TemplateContent =>
  channel === 'sms' ? { channel, text, registration: DLT_REGISTRATION } : { channel, text }

const aTemplateOf = (
  content: TemplateContent,
  category: 'otp' | 'transactional',
  variable: string,
): TenantPlan['templates'][number] => ({
  name: `${category}_${content.channel}`,
  category,
  language: 'en',
  content,
  variables: [{ name: variable, example: '123456' }],
})

const planOf = ({ ports, time }: Platform, providerAccountId: ProviderAccountId): TenantPlan => ({
  displayName: 'Asha Stores',
  environment: 'test',
  currency: CURRENCY,
  creditMinor: 0,
  configurations: CHANNELS.map((channel) => ({
    channel,
    senders: [soleSender(SENDERS[channel])],
    providerAccountIds: [providerAccountId],
  })),
  templates: [
    ...CHANNELS.map((channel) => aTemplateOf(contentOf(channel, 'Hello {{name}}.'), 'transactional', 'name')),
    ...CHANNELS.map((channel) => aTemplateOf(contentOf(channel, '{{code}} it is.'), 'otp', 'code')),
  ],
  prices: CHANNELS.map((channel) => ({
    ...PRICES[channel],
    channel,
    destinationPrefix: '*',
    effectiveFromMs: time.clock.nowMs(),
  })),
  providerAccounts: [
    aProviderAccount({
      providerAccountId,
      sealedSecrets: ports.keyRing.seal('{}', secretsContext(providerAccountId), undefined),
    }),
  ],
})

/**
 * A number that no other run has. The digits after +91 start differently for each position, and so do the
 * prefixes.
 */
const numberOf = (serial: number, place: number): string =>
  `+91${6 + place}${String(serial).padStart(8, '0')}9`

/**
 * Sets up a tenant at the next evening, or at the next that ends a month. `serial` separates its numbers from
 * others.
 */
export const newRun = async (platform: Platform, serial: number, isMonthsLast: boolean): Promise<Run> => {
  const { postrider, ports, time } = platform
  const nowMs = time.clock.nowMs()
  await time.advance(eveningAfter(nowMs, isMonthsLast) - nowMs)
  const providerAccountId = ports.ids.next('pac')
  const tenant = await right(provisionTenant(ports)(planOf(platform, providerAccountId)))
  const { bearer } = await right(
    issueCredential(ports)({
      app: tenant.app,
      actions: ['messages.send', 'messages.read', 'billing.read'],
      channels: CHANNELS,
      label: 'the run',
      expiresAtMs: time.clock.nowMs() + 30 * DAY_MS,
    }),
  )
  const templateIds = tenant.templates.map(({ templateId }) => templateId)
  const noTemplate = ports.ids.next('tpl')
  const templateOf = ({ channel, hasTemplate }: Wish, first: number): string =>
    (hasTemplate ? templateIds[first + (channel === 'whatsapp' ? 1 : 0)] : undefined) ?? noTemplate
  const { projectId, appId, organizationId } = tenant.app
  return {
    platform,
    organizationId,
    providerAccountId,
    caller: granted(
      await right(postrider.authenticate(bearer, '127.0.0.1')),
      'messages.send',
      'messages.read',
      'billing.read',
    ),
    firstId: ports.ids.next('msg'),
    request: (wish) => ({
      projectId,
      appId,
      channel: wish.channel,
      templateId: templateOf(wish, 0),
      to: wish.channel === 'email' ? 'asha@example.com' : numberOf(serial, wish.to),
      variables: { name: wish.isLong ? LONG_NAME : 'Asha' },
    }),
    otpTemplate: (wish) => templateOf(wish, CHANNELS.length),
  }
}
