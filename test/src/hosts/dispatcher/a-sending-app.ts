import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import type { MessageId, ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { Channel, Sender } from '@postrider/core/channels/channels'
import type { SendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { E } from '@postrider/core/fp'
import { secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import type { AcceptedAnswer } from '@postrider/core/messaging/domain/acceptance/candidate'
import type { Composition } from '@postrider/wiring/compose'
import { provisionTenant, type Tenant, type TenantPlan } from '../../builders/provision-tenant.js'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { granted } from '../../builders/granted.js'
import { issueCredential } from '../../builders/issue-credential.js'

const DAY_MS = 86_400_000

const right = <A>(answer: E.Either<{ readonly _tag: string }, A>): A => {
  if (E.isLeft(answer)) throw new Error(JSON.stringify(answer.left))
  return answer.right
}

/** How an app sends: its channel and its provider account. */
export interface SendingWay {
  readonly environment: TenantPlan['environment']
  readonly content: TenantPlan['templates'][number]['content']
  readonly destinationPrefix: string
  readonly sender: Sender
  readonly account: Pick<ProviderAccount, 'kind' | 'settings'>
}

const SANDBOX: SendingWay = {
  environment: 'test',
  content: { channel: 'sms', text: 'Hello {{name}}', registration: DLT_REGISTRATION },
  destinationPrefix: '+44',
  sender: { channel: 'sms', header: 'ASHAST' },
  account: { kind: 'sandbox', settings: {} },
}

/** Emails through a mail server. */
export const mailsThrough = (settings: ProviderAccount['settings']): SendingWay => ({
  environment: 'production',
  content: { channel: 'email', subject: 'Hello', text: 'Hello {{name}}' },
  destinationPrefix: '*',
  sender: { channel: 'email', from: 'orders@shop.example' },
  account: { kind: 'smtp', settings },
})

/** SMS through an HTTP gateway on loopback. */
export const textsThrough = (url: string): SendingWay => ({
  ...SANDBOX,
  environment: 'production',
  account: {
    kind: 'http-sms',
    settings: {
      preset: 'custom',
      url,
      method: 'POST',
      format: 'json',
      fields: '{"to":"{{to}}","text":"{{text}}"}',
    },
  },
})

const templateOf = ({ content }: SendingWay): TenantPlan['templates'][number] => ({
  name: 'greeting',
  category: 'transactional',
  language: 'en',
  content,
  variables: [{ name: 'name', example: 'Asha' }],
})

const priceOf = ({ content, destinationPrefix }: SendingWay): TenantPlan['prices'][number] => ({
  channel: content.channel,
  destinationPrefix,
  unitAmountMinor: 35,
  chargeOn: 'submitted',
  effectiveFromMs: 0,
})

const configurationOf = (
  { sender }: SendingWay,
  providerAccountId: ProviderAccountId,
): TenantPlan['configurations'][number] => ({
  channel: sender.channel,
  senders: [soleSender(sender)],
  providerAccountIds: [providerAccountId],
})

const accountOf = (
  { ports: { ids, keyRing } }: Composition,
  { account, sender }: SendingWay,
): ProviderAccount => {
  const providerAccountId = ids.next('pac')
  return aProviderAccount({
    providerAccountId,
    ...account,
    channels: [sender.channel],
    sealedSecrets: keyRing.seal('{}', secretsContext(providerAccountId), undefined),
  })
}

const provision = async (composition: Composition, way: SendingWay, creditMinor: number): Promise<Tenant> => {
  const account = accountOf(composition, way)
  const plan: TenantPlan = {
    displayName: 'Asha Stores',
    environment: way.environment,
    currency: 'INR',
    creditMinor,
    configurations: [configurationOf(way, account.providerAccountId)],
    templates: [templateOf(way)],
    prices: [priceOf(way)],
    providerAccounts: [account],
  }
  return right(await provisionTenant(composition.ports)(plan)())
}

const requestOf = ({ project, app, templates }: Tenant, channel: Channel, to: string): SendRequest => ({
  projectId: project.projectId,
  appId: app.appId,
  channel,
  to,
  templateId: templates[0]?.templateId ?? '',
  variables: { name: 'Asha' },
})

/** A tenant that can send, by default SMS through the sandbox, and a caller of its app. */
export const aSendingApp = async (
  composition: Composition,
  way: SendingWay = SANDBOX,
  creditMinor = 10_000,
) => {
  const { channel } = way.sender
  const { postrider, ports } = composition
  const tenant = await provision(composition, way, creditMinor)
  const issued = await issueCredential(ports)({
    app: tenant.app,
    actions: ['messages.send', 'messages.read', 'billing.read'],
    channels: [channel],
    label: 'test',
    expiresAtMs: ports.clock.nowMs() + DAY_MS,
  })()
  const { bearer } = right(issued)
  const caller = async () =>
    granted(right(await postrider.authenticate(bearer, '127.0.0.1')()), 'messages.send', 'messages.read')
  const accept = async (key: string, to: string) =>
    postrider.acceptMessage(await caller(), key, requestOf(tenant, channel, to))()
  return {
    organizationId: tenant.organization.organizationId,
    appId: tenant.app.appId,
    bearer,
    /** The body of a send. */
    body: (to = '+447400123456'): object => requestOf(tenant, channel, to),
    /** Accepts a message. */
    send: async (key: string, to = '+447400123456'): Promise<AcceptedAnswer> => right(await accept(key, to)),
    /** The code with which a message is refused; undefined if it is accepted. */
    refusalOf: async (key: string, to: string): Promise<string | undefined> => {
      const answer = await accept(key, to)
      return E.isLeft(answer) ? answer.left._tag : undefined
    },
    /** The state of a message. */
    stateOf: async (messageId: MessageId): Promise<string> =>
      right(await postrider.findMessage(await caller(), messageId)()).state,
  }
}
