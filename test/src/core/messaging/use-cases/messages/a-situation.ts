import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import type { TemplateContent } from '@postrider/core/channels/channels'
import fc from 'fast-check'
import type { SendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import { budgetUseKey, unused } from '@postrider/core/ledger/domain/budgets/budget'
import { CHANNEL_NAMES, type Channel } from '@postrider/core/channels/channels'
import { recipientDigest, suppressionKey } from '@postrider/core/consent/domain/suppression'
import type { TemplateVersion } from '@postrider/core/templates/domain/template'
import { aSuppression } from '@postrider/conformance/builders/a-suppression'
import { aBudget } from '@postrider/conformance/builders/a-budget'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { HERE } from '../../../fakes/plain-ip-addresses.js'
import { aWorld, type World } from '../../../fakes/world.js'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'

const CONTENTS: Readonly<Record<Channel, TemplateContent>> = {
  sms: { channel: 'sms', text: 'Hello {{name}}.', registration: DLT_REGISTRATION },
  whatsapp: { channel: 'whatsapp', text: 'Hello {{name}}.' },
  email: { channel: 'email', subject: 'Hello', text: 'Hello {{name}}.' },
}
const SENDERS = {
  sms: { channel: 'sms', header: 'ASHAST' },
  whatsapp: { channel: 'whatsapp', phoneNumberId: '1234567890' },
  email: { channel: 'email', from: 'shop@example.com', fromName: 'Shop' },
} as const
const NUMBERS = ['+919876543210', '+919876543211', '+917000000000'] as const
const ADDRESSES = ['asha@example.com', 'ravi@example.com'] as const

/** Mostly `usual`, so that most situations have at most two things that prevent a send. */
const mostly = <A>(usual: A, ...others: readonly A[]): fc.Arbitrary<A> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(usual, ...others) },
  )

const mostChannels: fc.Arbitrary<readonly Channel[]> = fc.oneof(
  { weight: 9, arbitrary: fc.constant(CHANNEL_NAMES) },
  { weight: 1, arbitrary: fc.subarray([...CHANNEL_NAMES]) },
)

const price = fc.record({
  channel: fc.constantFrom(...CHANNEL_NAMES),
  destinationPrefix: fc.constantFrom('*', '*', '+91', '+9198'),
  unitAmountMinor: fc.constantFrom(0, 1, 25, 40, 2 ** 52),
  effectiveFromMs: mostly(NOW_MS, NOW_MS - 1, NOW_MS + 1),
  isOwn: fc.boolean(),
})

const budget = fc.record({
  channel: fc.option(fc.constantFrom(...CHANNEL_NAMES), { nil: undefined }),
  isOfApp: fc.boolean(),
  period: fc.constantFrom('day' as const, 'month' as const),
  action: fc.constantFrom('block' as const, 'alert' as const),
  limitMinor: fc.constantFrom(24, 25, 50, 120, 1_000),
  usedMinor: fc.constantFrom(0, 0, 25, 100),
  currency: mostly('INR', 'EUR'),
})

/** The catalog, the books and some policies, as they may be. */
export const situations = fc.record({
  status: mostly('active' as const, 'suspended' as const),
  appStatus: mostly('active' as const, 'disabled' as const),
  environment: mostly('test' as const, 'production' as const),
  entitled: mostChannels,
  granted: mostChannels,
  maySend: mostly(true, false),
  allowedCountries: mostly<readonly string[] | undefined>(undefined, ['IN'], ['GB'], []),
  allowedIps: mostly<readonly string[] | undefined>(undefined, [HERE], ['203.0.113.9'], []),
  configured: mostChannels,
  provider: mostly('enabled' as const, 'disabled' as const),
  served: mostChannels,
  templates: mostly<TemplateVersion['status']>('approved', 'paused', 'retired'),
  prices: fc.array(price, { maxLength: 6 }),
  budgets: fc.array(budget, { maxLength: 3 }),
  blocked: mostly<string | undefined>(undefined, '+9198', '+917', '+44'),
  suppressed: mostly<string | undefined>(undefined, NUMBERS[0], ADDRESSES[0], 'elsewhere@example.com'),
  category: mostly('transactional' as const, 'promotional' as const),
  consentRequired: mostly<true | undefined>(undefined, true),
  optedIn: mostly<string | undefined>(undefined, NUMBERS[0], ADDRESSES[0]),
  creditMinor: fc.constantFrom(0, 24, 25, 60, 1_000),
})

/** The requested message. */
export const wishes = fc.record({
  channel: fc.constantFrom(...CHANNEL_NAMES),
  to: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(0, 1, 2) },
    { weight: 1, arbitrary: fc.constantFrom('+91123', 'nobody', '', '+447400123456') },
  ),
  template: mostly<Channel | 'own' | 'unknown'>('own', 'sms', 'email', 'unknown'),
  variables: mostly<Readonly<Record<string, string>>>(
    { name: 'Asha' },
    {},
    { name: 'Asha', more: '1' },
    { name: 'नमस्ते'.repeat(20) },
    { name: 'x'.repeat(3_000) },
    { name: 'two\nlines' },
  ),
  isElsewhere: mostly(false, true),
})

type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never
type Wish = typeof wishes extends fc.Arbitrary<infer W> ? W : never

/** A world in the situation, and the request in it. */
export interface Scene extends World {
  readonly sendRequest: SendRequest
}

const saveCatalog = async (world: World, of: Situation): Promise<ReadonlyMap<Channel, TemplateVersion>> => {
  const { organizationId, appId } = world.tenant.scope
  const { providerAccountId } = world.tenant.providerAccount
  const templates = CHANNEL_NAMES.map((channel) =>
    aTemplate({
      organizationId,
      status: of.templates,
      category: of.category,
      content: CONTENTS[channel],
      variables: [{ name: 'name', example: 'Asha' }],
    }),
  )
  world.memory.tables.catalog.configurations.splice(0)
  world.memory.tables.catalog.prices.splice(0)
  await world.save({
    templates,
    configurations: of.configured.map((channel) => ({
      organizationId,
      appId,
      channel,
      senders: [soleSender(SENDERS[channel])],
      providerAccountIds: [providerAccountId],
      routing: undefined,
      version: 1,
    })),
    prices: of.prices.map(({ isOwn, ...rest }) =>
      aPrice({ ...rest, organizationId: isOwn ? organizationId : undefined }),
    ),
    blockedDestinations: of.blocked === undefined ? [] : [{ prefix: of.blocked, createdAtMs: NOW_MS }],
  })
  return new Map(templates.map((template) => [template.content.channel, template]))
}

const savePolicies = ({ memory: { tables }, tenant }: World, of: Situation): void => {
  const { organizationId, appId } = tenant.scope
  for (const { channel, isOfApp, usedMinor, ...rest } of of.budgets) {
    const scope = { ...(channel === undefined ? {} : { channel }), ...(isOfApp ? { appId } : {}) }
    const saved = aBudget({ ...rest, organizationId, scope })
    const use = unused(saved, NOW_MS)
    tables.budgets.set(saved.budgetId, saved)
    if (usedMinor > 0) tables.budgetUses.set(budgetUseKey(use), { ...use, usedMinor })
  }
  if (of.optedIn !== undefined) {
    const optIn = { organizationId, recipient: recipientDigest(of.optedIn, sha256), grants: [{ appId }] }
    tables.optIns.set(suppressionKey(optIn), optIn)
  }
  if (of.suppressed === undefined) return
  const key = { organizationId, recipient: recipientDigest(of.suppressed, sha256) }
  const suppression = aSuppression(key)
  tables.suppressions.set(suppression.suppressionId, suppression)
}

const recipientOf = ({ channel, to }: Wish): string => {
  if (typeof to === 'string') return to
  return (channel === 'email' ? ADDRESSES[to % ADDRESSES.length] : NUMBERS[to]) ?? ''
}

/** Creates the situation in the world. */
export const sceneOf = async (of: Situation, wish: Wish): Promise<Scene> => {
  const { allowedCountries, allowedIps, consentRequired } = of
  const world = aWorld({
    creditMinor: of.creditMinor,
    tenant: {
      organization: { status: of.status, entitledChannels: of.entitled },
      app: {
        status: of.appStatus,
        environment: of.environment,
        restrictions: {
          ...(allowedCountries === undefined ? {} : { allowedCountries }),
          ...(allowedIps === undefined ? {} : { allowedIps }),
          ...(consentRequired === undefined ? {} : { consentRequired }),
        },
      },
      credential: { actions: of.maySend ? ['messages.send'] : ['messages.read'], channels: of.granted },
      providerAccount: { status: of.provider, channels: of.served },
    },
  })
  const templates = await saveCatalog(world, of)
  savePolicies(world, of)
  const chosen = wish.template === 'own' ? wish.channel : wish.template
  const template = chosen === 'unknown' ? undefined : templates.get(chosen)
  const sendRequest = world.request({
    channel: wish.channel,
    to: recipientOf(wish),
    templateId: template?.templateId ?? fresh.id('tpl'),
    variables: wish.variables,
    ...(wish.isElsewhere ? { appId: fresh.id('app') } : {}),
  })
  return { ...world, sendRequest }
}
