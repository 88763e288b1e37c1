import { expect } from 'chai'
import type { FirstSetUpRequest } from '@postrider/core/setup/domain/first-set-up'
import { inspectFirstSetUp } from '@postrider/core/setup/use-cases/inspect-first-set-up'
import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import { aFirstSetUp, aProductionOrder } from '../../../builders/a-first-set-up.js'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { plainPasswords } from '../../fakes/plain-secrets.js'
import { NO_SETTINGS } from '../../../builders/no-settings.js'
import { loopbackNetworks } from '../../../builders/loopback-networks.js'

const sandbox: ProviderOpener = {
  kind: 'sandbox',
  forms: NO_SETTINGS,
  decidesRoute: () => false,
  check: () => undefined,
  open: () => {
    throw new Error('nobody sends here')
  },
}

const inspect = inspectFirstSetUp(
  {
    providers: [sandbox, smtpOpener({ clock: { nowMs: () => 0 }, networks: loopbackNetworks })],
    passwords: plainPasswords,
    clock: { nowMs: () => NOW_MS },
  },
  { currencies: ['INR', 'EUR', 'QQQ'] },
)

const brokenOf = (order: unknown): readonly string[] =>
  inspect(order).map(({ field, code }) => `${field} ${code}`)

const { firstAdmin, secondAdmin, organization, providers, senders, prices } = aFirstSetUp()
const [provider = expect.fail()] = providers

const CASES: ReadonlyArray<readonly [string, Partial<FirstSetUpRequest>, readonly string[]]> = [
  [
    'a short password',
    { firstAdmin: { ...firstAdmin, password: 'short' } },
    ['/firstAdmin/password too_short'],
  ],
  [
    'a common password',
    { firstAdmin: { ...firstAdmin, password: 'password1234' } },
    ['/firstAdmin/password not_allowed'],
  ],
  [
    "a password made of one's address",
    { firstAdmin: { ...firstAdmin, password: 'example example' } },
    ['/firstAdmin/password not_allowed'],
  ],
  ['an invalid address', { firstAdmin: { ...firstAdmin, email: 'olu' } }, ['/firstAdmin/email format']],
  [
    'an address that ends in a number',
    { secondAdmin: { ...secondAdmin, email: 'mina@example.123' } },
    ['/secondAdmin/email format'],
  ],
  [
    'the same person twice, in any spelling of the address',
    { secondAdmin: { ...secondAdmin, email: 'OLU@Example.com' } },
    ['/secondAdmin/email not_allowed'],
  ],
  ['no name', { appName: '   ' }, ['/appName format']],
  [
    'a currency that does not exist',
    { organization: { ...organization, currency: 'QQQ' } },
    ['/organization/currency not_allowed'],
  ],
  [
    'a price of zero',
    { prices: [...prices.slice(1), { channel: 'sms', destinationPrefix: '*', unitAmountMinor: 0 }] },
    ['/prices/3/unitAmountMinor too_small'],
  ],
  ['a credit of zero', { creditMinor: 0 }, ['/creditMinor too_small']],
  [
    'a channel without a price',
    { prices: prices.filter(({ channel }) => channel !== 'sms') },
    ['/prices required'],
  ],
  [
    'a price for a destination by email',
    { prices: [...prices, { channel: 'email', destinationPrefix: '+91', unitAmountMinor: 1 }] },
    ['/prices/4/destinationPrefix not_allowed'],
  ],
  [
    'two prices for the same destination',
    { prices: [...prices, { channel: 'sms', destinationPrefix: '+91', unitAmountMinor: 1 }] },
    ['/prices/4/destinationPrefix not_allowed'],
  ],
  [
    'a price in a currency without accounts',
    { prices: [...prices, { channel: 'sms', destinationPrefix: '+1', unitAmountMinor: 1, currency: 'USD' }] },
    ['/prices/4/currency not_allowed'],
  ],
  [
    'a sandbox in production',
    { organization: { ...organization, environment: 'production' } },
    ['/providers/0/kind mismatch'],
  ],
  [
    'a mail server for SMS',
    {
      providers: [
        provider,
        {
          ...provider,
          name: 'Mail',
          kind: 'smtp',
          channels: ['sms'],
          settings: { host: '127.0.0.1', port: 25, tls: 'none' },
        },
      ],
    },
    ['/providers/1/kind mismatch', '/providers/1/channels not_allowed'],
  ],
  [
    'a mail server without a name',
    {
      ...aProductionOrder(),
      providers: [{ ...(aProductionOrder().providers[0] ?? provider), settings: { port: 25, tls: 'none' } }],
    },
    ['/providers/0/settings/host required'],
  ],
  ['two accounts with one name', { providers: [provider, provider] }, ['/providers/1/name not_allowed']],
  [
    'no sender at all',
    { senders: { sms: senders.sms } as FirstSetUpRequest['senders'] },
    ['/senders/whatsapp required', '/senders/email required'],
  ],
  [
    'a sender of a channel without a provider',
    { ...aProductionOrder(), senders },
    ['/senders/sms not_allowed', '/senders/whatsapp not_allowed'],
  ],
  [
    "a sender's part of another channel",
    { senders: { ...senders, email: { from: 'a@example.com', header: 'ACMEIN' } } },
    ['/senders/email/header not_allowed'],
  ],
  [
    'a lifetime of zero days',
    { credential: { label: 'x', daysOfLife: 0 } },
    ['/credential/daysOfLife too_small'],
  ],
]

describe('An order for a first setup', () => {
  it('has no errors for test and for production', () => {
    expect(brokenOf(aFirstSetUp())).to.deep.equal([])
    expect(brokenOf(aProductionOrder())).to.deep.equal([])
  })

  for (const [fault, overrides, broken] of CASES)
    it(`is refused for ${fault}, with the field`, () => {
      expect(brokenOf(aFirstSetUp(overrides))).to.deep.equal(broken)
    })

  it('reports all of its problems together, each once', () => {
    const order = {
      ...aFirstSetUp({ creditMinor: 0 }),
      firstAdmin: { email: 'olu', password: 'short' },
      providers: [{ ...provider, channels: ['sms', 'fax'] }],
      surplus: true,
    }
    expect(brokenOf(order)).to.have.members([
      '/surplus unknown',
      '/creditMinor too_small',
      '/firstAdmin/email format',
      '/firstAdmin/displayName required',
      '/firstAdmin/password too_short',
      '/providers/0/channels/1 not_allowed',
    ])
  })

  it('can be checked while it is incomplete: missing fields are required, without further errors about them', () => {
    expect(new Set(inspect({}).map(({ code }) => code))).to.deep.equal(new Set(['required']))
    expect(brokenOf({ firstAdmin: { ...firstAdmin, password: 'short' } })).to.include(
      '/firstAdmin/password too_short',
    )
  })

  it('repeats no value', () => {
    const secret = 'sh0rt-seCRet'.slice(0, 11)
    const problems = JSON.stringify(inspect(aFirstSetUp({ firstAdmin: { ...firstAdmin, password: secret } })))
    expect(problems).not.to.include(secret)
  })
})
