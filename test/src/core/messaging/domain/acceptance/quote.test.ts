import { expect } from 'chai'
import { type Quote, quote } from '@postrider/core/messaging/domain/acceptance/quote'
import type { AppCatalog } from '@postrider/core/catalog/domain/app-catalog'
import { MAX_AMOUNT_MINOR } from '@postrider/core/kernel/money/money'
import type { Lane } from '@postrider/core/kernel/messages/lane'
import { type AppSender, soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { mainPartOf } from '@postrider/core/channels/own-records'
import type { HeldSender } from '@postrider/core/catalog/domain/held-sender'
import { prepareCatalog } from '@postrider/core/catalog/domain/prepared-catalog'
import { aHeldSender } from '@postrider/conformance/builders/a-held-sender'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { aTenant, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { preparedOf } from '../../../fakes/app-catalog-of.js'
import { change, production, quoted, type QuoteScene, sceneOf } from './a-quote-scene.js'
import { DLT_REGISTRATION, WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'

/** Each check in the order of docs/api/sending#order-of-checks, and what makes it fail. */
const CHECKS: ReadonlyArray<readonly [string, (scene: QuoteScene) => QuoteScene]> = [
  [
    'OrganizationSuspended',
    (scene) => change(scene, { organization: { ...scene.catalog.organization, status: 'suspended' } }),
  ],
  [
    'ChannelNotActive',
    (scene) =>
      change(scene, { organization: { ...scene.catalog.organization, entitledChannels: ['email'] } }),
  ],
  [
    'DestinationNotAllowed',
    (scene) => change(scene, { app: { ...scene.catalog.app, restrictions: { allowedCountries: ['GB'] } } }),
  ],
  ['TemplateUnavailable', (scene) => change(scene, { templates: new Map() })],
  ['InvalidRequest', (scene) => ({ ...scene, request: { ...scene.request, variables: { name: 'x' } } })],
  ['SenderUnavailable', (scene) => change(scene, { configurations: new Map() })],
  ['PriceUnavailable', (scene) => change(scene, { prices: [] })],
  ['ProviderUnavailable', (scene) => change(scene, { providerAccounts: new Map() })],
]

/** Makes a check fail without reverting an earlier change to the same record. */
const breakBoth = (scene: QuoteScene, one: number, other: number): QuoteScene =>
  [one, other].reduce((broken, at) => CHECKS[at]?.[1](broken) ?? broken, scene)

describe('A quote', () => {
  it('has template, lane, units and charge', () => {
    const tenant = production()
    const { request } = sceneOf(tenant)
    const variables = { name: 'x'.repeat(60), code: 'x'.repeat(120) }
    const prepared = preparedOf(tenant)
    const { priceVersionId } = tenant.price
    expect(quote(prepared, { ...request, variables }, NOW_MS)).to.deep.equal(
      E.right({
        template: prepared.templates.get(tenant.template.templateId),
        lane: 'transactional',
        requiresOptIn: false,
        language: undefined,
        sender: 'ASHAST',
        environment: 'production',
        units: 2,
        charge: { amountMinor: 50, currency: 'INR', chargeOn: 'submitted', priceVersionId },
        budgets: [],
      }),
    )
  })

  CHECKS.forEach(([tag], at) => {
    const later = CHECKS.slice(at + 1).map(([name]) => name)
    it(`refuses ${tag}${later.length > 0 ? ` before ${later.join(', ')}` : ''}`, () => {
      expect(quoted(breakBoth(sceneOf(production()), at, at))).to.equal(tag)
      for (let other = at + 1; other < CHECKS.length; other += 1)
        expect(quoted(breakBoth(sceneOf(production()), other, at))).to.equal(tag)
    })
  })

  it('needs no opened channel in test, but only for the sandbox', () => {
    const tenant = aTenant({ organization: { entitledChannels: [] } })
    expect(quoted(sceneOf(tenant))).to.equal('quoted')
    const closed = aTenant({ organization: { closedTestChannels: ['sms'] } })
    expect(quoted(sceneOf(closed))).to.equal('ChannelNotActive')
    const other = aTenant({ organization: { closedTestChannels: ['email'] } })
    expect(quoted(sceneOf(other))).to.equal('quoted')
    const real = aTenant({ providerAccount: { kind: 'smtp' } })
    expect(quoted(sceneOf(real))).to.equal('ProviderUnavailable')
  })

  it('refuses promotional messages of a sender on hold, and no others', () => {
    const tenant = production()
    const { catalog, request } = sceneOf(tenant)
    const category = (of: 'promotional' | 'transactional') => ({
      ...catalog,
      templates: new Map([[tenant.template.templateId, { ...tenant.template, category: of }]]),
    })
    const sender = mainPartOf(tenant.configuration.senders[0]?.sender ?? expect.fail()).value
    const { providerAccountId } = tenant.providerAccount
    const quotedFor = (of: 'promotional' | 'transactional', held: Partial<HeldSender>) =>
      quote(
        prepareCatalog({
          ...category(of),
          heldSenders: [aHeldSender({ providerAccountId, sender, ...held })],
        }),
        request,
        NOW_MS,
      )
    const refused = quotedFor('promotional', { sender: `+${sender.toLowerCase()}` })
    expect(E.isLeft(refused) && refused.left._tag).to.equal('SenderUnavailable')
    for (const other of [
      quotedFor('transactional', {}),
      quotedFor('promotional', { sender: 'OTHER' }),
      quotedFor('promotional', { providerAccountId: fresh.id('pac') }),
    ])
      expect(E.isRight(other)).to.equal(true)
  })

  it('takes the sender for OTPs for a code, also with a template of another category', () => {
    const tenant = production()
    const { catalog, request } = sceneOf(tenant)
    const senderFor = (header: string, one: Lane): AppSender => ({
      ...soleSender({ channel: 'sms', header }),
      classes: [one],
    })
    const senders = [senderFor('SHOP', 'transactional'), senderFor('CODES', 'otp')]
    const configurations = new Map([['sms' as const, { ...tenant.configuration, senders }]])
    const prepared = prepareCatalog({ ...catalog, configurations })
    const chosen = (codeVariable: string | undefined) =>
      E.map(({ sender }: Quote) => sender)(quote(prepared, { ...request, codeVariable }, NOW_MS))
    expect([undefined, 'code'].map(chosen)).to.deep.equal([E.right('SHOP'), E.right('CODES')])
  })

  it('requires an account that can send now only for OTPs', () => {
    const app = { environment: 'production' as const }
    const providerAccount = { kind: 'smtp', channels: ['sms' as const] }
    for (const [category, whileOut] of [
      ['otp', 'ProviderUnavailable'],
      ['transactional', 'quoted'],
      ['promotional', 'quoted'],
    ] as const) {
      const tenant = aTenant({ app, providerAccount, template: { category } })
      const scene = sceneOf(tenant)
      const own = tenant.providerAccount
      const other = { ...own, providerAccountId: fresh.id('pac') }
      const both = change(scene, {
        configurations: new Map([
          [
            'sms' as const,
            { ...tenant.configuration, providerAccountIds: [own.providerAccountId, other.providerAccountId] },
          ],
        ]),
        providerAccounts: new Map([own, other].map((one) => [one.providerAccountId, one])),
      })
      const out = (at: QuoteScene, ...accounts: ReadonlyArray<typeof own>) =>
        change(at, { unreadyAccounts: new Set(accounts.map((one) => one.providerAccountId)) })
      expect(quoted(out(scene, own)), category).to.equal(whileOut)
      expect(quoted(out(scene, other)), category).to.equal('quoted')
      expect(quoted(out(both, own)), category).to.equal('quoted')
      expect(quoted(out(both, own, other)), category).to.equal(whileOut)
    }
  })

  it('never uses the sandbox in production, a disabled account, or one of another channel', () => {
    const app = { environment: 'production' as const }
    for (const providerAccount of [
      { kind: 'sandbox' as const },
      { kind: 'smtp' as const, status: 'disabled' as const },
      { kind: 'smtp' as const, channels: ['email' as const] },
    ])
      expect(quoted(sceneOf(aTenant({ app, providerAccount })))).to.equal('ProviderUnavailable')
  })

  const hidden: ReadonlyArray<
    readonly [string, string, (tenant: Tenant) => Partial<AppCatalog>, Partial<QuoteScene['request']>?]
  > = [
    [
      'paused',
      'The template is paused.',
      ({ template }) => ({ templates: new Map([[template.templateId, { ...template, status: 'paused' }]]) }),
    ],
    [
      'retired',
      'The template is retired.',
      ({ template }) => ({ templates: new Map([[template.templateId, { ...template, status: 'retired' }]]) }),
    ],
    [
      'of another channel',
      'The template is for whatsapp, not for sms.',
      ({ template }) => ({
        templates: new Map([
          [template.templateId, { ...template, content: { channel: 'whatsapp', text: '{{name}} {{code}}' } }],
        ]),
      }),
    ],
    [
      'unknown, of another Organization, or a draft',
      'No approved template of the Organization has this ID. A draft can be used after one of its versions is approved.',
      () => ({ templates: new Map() }),
    ],
    [
      'without a registration, though +91 needs one',
      'An SMS to +91 needs a template with a DLT registration.',
      ({ template }) => ({
        templates: new Map([
          [template.templateId, { ...template, content: { channel: 'sms', text: '{{name}} {{code}}' } }],
        ]),
      }),
      { recipient: { to: '+919876543210', country: 'IN' } },
    ],
    [
      'without a registration, though WhatsApp needs one',
      'The template is not registered at WhatsApp, so only the test environment can send it.',
      ({ template, organization }) => ({
        organization: { ...organization, entitledChannels: ['sms', 'whatsapp'] },
        templates: new Map([
          [template.templateId, { ...template, content: { channel: 'whatsapp', text: '{{name}} {{code}}' } }],
        ]),
      }),
      { channel: 'whatsapp' },
    ],
  ]
  for (const [what, sentence, catalog, changes] of hidden) {
    it(`refuses a template that is ${what}, and reports why`, () => {
      const tenant = production()
      const { catalog: changed, request } = change(sceneOf(tenant), catalog(tenant))
      const refused = quote(preparedOf(aTenant(), changed), { ...request, ...changes }, NOW_MS)
      expect(refused).to.deep.equal(E.left({ _tag: 'TemplateUnavailable', fields: [], message: sentence }))
    })
  }

  it('allows email to everywhere, because it has no country', () => {
    const tenant = aTenant({ app: { restrictions: { allowedCountries: [] } } })
    const { request } = sceneOf(tenant)
    const recipient = { to: 'a@example.com', country: undefined }
    expect(quoted({ ...sceneOf(tenant), request: { ...request, recipient } })).to.equal('quoted')
    expect(quoted(sceneOf(tenant))).to.equal('DestinationNotAllowed')
  })

  it('charges a WhatsApp template by its registered category, or else by the usual one', () => {
    const tenant = production()
    const { template, organization, configuration } = tenant
    const charged = (category?: 'marketing') => {
      const registration = { ...WHATSAPP_REGISTRATION, ...(category === undefined ? {} : { category }) }
      const content = { channel: 'whatsapp', text: '{{name}} {{code}}', registration } as const
      const { catalog, request } = change(sceneOf(tenant), {
        organization: { ...organization, entitledChannels: ['whatsapp'] },
        templates: new Map([[template.templateId, { ...template, category: 'transactional', content }]]),
        configurations: new Map([
          [
            'whatsapp',
            {
              ...configuration,
              channel: 'whatsapp',
              sender: { channel: 'whatsapp', phoneNumberId: '12345' },
            },
          ],
        ]),
        prices: [
          aPrice({ channel: 'whatsapp', category: 'marketing', unitAmountMinor: 90 }),
          aPrice({ channel: 'whatsapp', category: 'utility', unitAmountMinor: 12 }),
        ],
      })
      const answer = quote(preparedOf(aTenant(), catalog), { ...request, channel: 'whatsapp' }, NOW_MS)
      return E.isLeft(answer) ? answer.left._tag : answer.right.charge.amountMinor
    }
    expect(charged('marketing')).to.equal(90)
    expect(charged()).to.equal(12)
  })

  it('refuses a text with more segments than a concatenation can have', () => {
    const tenant = aTenant({
      template: {
        content: {
          channel: 'sms',
          text: `{{name}}${'x'.repeat(153 * 255 - 1)}`,
          registration: DLT_REGISTRATION,
        },
        variables: [{ name: 'name', example: 'x' }],
      },
    })
    const { request } = sceneOf(tenant)
    const withName = (name: string): string =>
      quoted({ ...sceneOf(tenant), request: { ...request, variables: { name } } })
    expect(withName('x')).to.equal('quoted')
    expect(withName('xx')).to.equal('InvalidRequest')
  })

  it("refuses an SMS to India whose text isn't registered there, and sends it elsewhere", () => {
    const content = { channel: 'sms', text: 'Hello {{name}} {{code}}' } as const
    const scene = sceneOf(aTenant({ template: { content }, price: { destinationPrefix: '+' } }))
    expect(quoted(scene)).to.equal('TemplateUnavailable')
    const recipient = { to: '+447400123456', country: 'GB' }
    expect(quoted({ ...scene, request: { ...scene.request, recipient } })).to.equal('quoted')
  })

  it('refuses values of another type than declared, whatever they would cost', () => {
    const type = 'numeric' as const
    const tenant = aTenant({
      template: {
        variables: [
          { name: 'name', example: 'x' },
          { name: 'code', type, example: '1' },
        ],
      },
    })
    const { request, catalog } = sceneOf(tenant)
    const withCode = (code: string, codeVariable?: string): string =>
      quoted({
        catalog,
        request: {
          ...request,
          variables: { name: 'x', code },
          ...(codeVariable === undefined ? {} : { codeVariable }),
        },
      })
    expect(withCode('0042')).to.equal('quoted')
    expect(withCode('4 2')).to.equal('InvalidRequest')
    expect(withCode('****')).to.equal('InvalidRequest')
    expect(withCode('****', 'code')).to.equal('quoted')
  })

  it('has no price if units times price exceeds the safe integers', () => {
    const tenant = aTenant({ price: { unitAmountMinor: MAX_AMOUNT_MINOR } })
    const { request, catalog } = sceneOf(tenant)
    expect(quoted({ catalog, request })).to.equal('quoted')
    const variables = { name: 'x', code: 'x'.repeat(161) }
    expect(quoted({ catalog, request: { ...request, variables } })).to.equal('PriceUnavailable')
  })

  it('has no price before its start', () => {
    const prices = [aPrice({ effectiveFromMs: NOW_MS + 1 })]
    const { catalog, request } = change(sceneOf(aTenant()), { prices })
    const refused = quote(preparedOf(aTenant(), catalog), request, NOW_MS)
    const message = `There is no price for sms to IN. The next one takes effect at ${isoTime(NOW_MS + 1)}.`
    expect(refused).to.deep.equal(E.left({ _tag: 'PriceUnavailable', fields: [], message }))
  })

  it('names the channel and destination without a price', () => {
    const { catalog, request } = change(sceneOf(aTenant()), { prices: [] })
    const sentenceFor = (changes: Partial<typeof request>) => {
      const refused = quote(preparedOf(aTenant(), catalog), { ...request, ...changes }, NOW_MS)
      return E.isLeft(refused) ? refused.left.message : 'quoted'
    }
    expect(sentenceFor({})).to.equal('There is no price for sms to IN.')
  })

  it('is given only for the channels that the app is restricted to', () => {
    const restricted = (...allowedChannels: Array<'sms' | 'email'>) =>
      quoted(sceneOf(aTenant({ app: { restrictions: { allowedChannels } } })))
    expect(restricted('email', 'sms')).to.equal('quoted')
    expect(restricted('email')).to.equal('ChannelNotActive')
  })

  it("isn't given to an app that is disabled, by super admins or by its own Organization", () => {
    for (const app of [{ status: 'disabled' as const }, { disabledAtMs: NOW_MS }])
      expect(quoted(sceneOf(aTenant({ app })))).to.equal('ChannelNotActive')
  })
})
