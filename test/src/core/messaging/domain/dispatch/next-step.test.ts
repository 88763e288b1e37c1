import { expect } from 'chai'
import { type AccountRefusal, accountRefusal } from '@postrider/core/providers/domain/calls/account-refusal'
import type { AppCatalog } from '@postrider/core/catalog/domain/app-catalog'
import type { Attempt } from '@postrider/core/providers/domain/calls/attempt'
import { mayStillGo, nextStep, type Step } from '@postrider/core/messaging/domain/dispatch/next-step'
import { RECONCILIATION_WINDOW_MS } from '@postrider/core/providers/domain/calls/past-check'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { MESSAGE_STATES } from '@postrider/core/kernel/messages/message-state'
import { mainPartOf } from '@postrider/core/channels/own-records'
import { aHeldSender } from '@postrider/conformance/builders/a-held-sender'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { aTenant } from '@postrider/conformance/builders/a-tenant'
import { anAttempt } from '@postrider/conformance/builders/an-attempt'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { preparedOf } from '../../../fakes/app-catalog-of.js'

const accounts = [aProviderAccount(), aProviderAccount()]
const ids = accounts.map(({ providerAccountId }) => providerAccountId)
const tenant = aTenant()
const two: Partial<AppCatalog> = {
  configurations: new Map([['sms', { ...tenant.configuration, providerAccountIds: ids }]]),
  providerAccounts: new Map(accounts.map((account) => [account.providerAccountId, account])),
}
const { templateId, templateVersionId } = tenant.template

const stepOf = (
  message: Partial<Message>,
  attempt?: Partial<Attempt>,
  catalog: Partial<AppCatalog> = {},
  nowMs = NOW_MS,
  refusals: readonly AccountRefusal[] = [],
): Step =>
  nextStep(
    {
      message: aMessage({ templateId, templateVersionId, ...message }),
      lastAttempt: attempt && anAttempt(attempt),
      refusals,
    },
    preparedOf(tenant, { ...two, ...catalog }),
    nowMs,
  )
const spell = (step: Step | string): string => {
  if (typeof step === 'string') return step
  if (step._tag === 'End') return step.ending._tag
  if (step._tag === 'Submit')
    return `Submit to ${ids.indexOf(step.accounts[0]?.providerAccountId ?? fresh.id('pac'))}`
  return step._tag
}
const suspended = { organization: { ...tenant.organization, status: 'suspended' as const } }
const disabled = { app: { ...tenant.app, status: 'disabled' as const } }
const disabledByOwner = { app: { ...tenant.app, disabledAtMs: NOW_MS } }
const accountsWith = (...changes: ReadonlyArray<Partial<ProviderAccount>>): Partial<AppCatalog> => ({
  providerAccounts: new Map(
    accounts.map((account, at) => [account.providerAccountId, { ...account, ...changes[at] }]),
  ),
})
const off = { status: 'disabled' } as const
const unfit = { channels: [] }
const blocked = { blockedDestinations: ['+1', '+9198'] }
const withdrawn = { templates: new Map() }
const wantingDigits = {
  templates: new Map([
    [
      templateId,
      {
        ...tenant.template,
        variables: [
          { name: 'name', example: 'Asha' },
          { name: 'code', type: 'numeric' as const, example: '0042' },
        ],
      },
    ],
  ]),
}
const unregistered = {
  templates: new Map([
    [
      templateId,
      { ...tenant.template, content: { channel: 'sms' as const, text: 'Hello {{name}}, {{code}}.' } },
    ],
  ]),
}
/** The current version, of an app in the environment, is for the sandbox only. */
const forSandboxIn = (environment: Environment) => ({
  app: { ...tenant.app, environment },
  templates: new Map([[templateId, { ...tenant.template, isForSandbox: true }]]),
})
const noProvider = { providerAccounts: new Map() }
const expired = { expiresAtMs: NOW_MS }
/** The responses of the accounts with these numbers, with the configuration of that time. */
const refusedBy = (...which: readonly number[]): readonly AccountRefusal[] =>
  accounts
    .filter((_, at) => which.includes(at))
    .map((account) => accountRefusal(account, tenant.configuration))
const changed = accountsWith({ version: 9 })
const senderChanged = {
  configurations: new Map([
    ['sms' as const, { ...tenant.configuration, providerAccountIds: ids, version: 9 }],
  ]),
}
const onHold = (
  sender = mainPartOf(tenant.configuration.senders[0]?.sender ?? expect.fail()).value,
): Partial<AppCatalog> => ({
  heldSenders: [aHeldSender({ providerAccountId: ids[1] ?? fresh.id('pac'), sender })],
})
const open = { phase: 'unknown', providerAccountId: ids[1] } as Partial<Attempt>

const rows: ReadonlyArray<readonly [string, string, Step | string]> = [
  ['is to submit it to the first provider', 'Submit to 0', stepOf({})],
  [
    'is to submit it to the next provider after a temporary refusal',
    'Submit to 1',
    stepOf({ attempt: 1 }, { phase: 'transient_failure' }),
  ],
  [
    'is to try the providers in rotation',
    'Submit to 0',
    stepOf({ attempt: 2 }, { phase: 'transient_failure' }),
  ],
  [
    "is to submit it to the account that hasn't refused it, even out of turn",
    'Submit to 1, Submit to 1',
    [0, 1].map((attempt) => spell(stepOf({ attempt }, undefined, {}, NOW_MS, refusedBy(0)))).join(', '),
  ],
  [
    'is to wait when every account has refused it',
    'RejectedByAllRoutes',
    stepOf({ attempt: 2 }, { phase: 'rejected_by_route' }, {}, NOW_MS, refusedBy(0, 1)),
  ],
  [
    'is to try an account again that was changed since',
    'Submit to 0',
    stepOf({ attempt: 1 }, { phase: 'rejected_by_route' }, changed, NOW_MS, refusedBy(0, 1)),
  ],
  [
    'is to try again after the sender was changed',
    'Submit to 1',
    stepOf({ attempt: 1 }, { phase: 'rejected_by_route' }, senderChanged, NOW_MS, refusedBy(0, 1)),
  ],
  [
    'is to wait while its sender is on hold, if it is promotional',
    'OnHold, Submit to 0, OnHold, Submit to 0',
    [
      stepOf({ lane: 'promotional' }, undefined, onHold()),
      stepOf({ lane: 'transactional' }, undefined, onHold()),
      stepOf({ lane: 'promotional', attempt: 1 }, open, onHold()),
      stepOf({ lane: 'promotional' }, undefined, onHold('OTHER')),
    ]
      .map(spell)
      .join(', '),
  ],
  [
    'is to wait for lack of a provider if the remaining ones are unfit',
    'NoProvider',
    stepOf({}, undefined, accountsWith(off, unfit), NOW_MS, refusedBy(0)),
  ],
  [
    'is its expiry even if no account accepts it',
    'Expired',
    stepOf(expired, undefined, {}, NOW_MS, refusedBy(0, 1)),
  ],
  [
    'is to repeat an open call at the same account, whether that refused it before or not',
    'Submit to 1',
    stepOf({ attempt: 1 }, open, {}, NOW_MS, refusedBy(1)),
  ],
  [
    "is nothing while another dispatcher's lease runs",
    'Nothing',
    stepOf({ leaseUntilMs: NOW_MS + 1 }, { phase: 'intent' }),
  ],
  [
    'is nothing while the lease runs, even past validity',
    'Nothing',
    stepOf({ leaseUntilMs: NOW_MS + 1, ...expired }),
  ],
  [
    'is to query a call without a recorded end',
    'FindOut',
    stepOf({ attempt: 1, leaseUntilMs: NOW_MS }, { phase: 'intent' }),
  ],
  [
    'is to query before anything ends it',
    'FindOut',
    stepOf({ attempt: 1, ...expired }, { phase: 'intent' }, { ...suspended, ...withdrawn }),
  ],
  ['is its expiry at the end of its validity', 'Expired', stepOf(expired)],
  ['is to cancel it after the Organization is suspended', 'Cancelled', stepOf({}, undefined, suspended)],
  ['is to cancel it after the app is disabled', 'Cancelled', stepOf({}, undefined, disabled)],
  [
    'is to cancel it after its own Organization has disabled the app',
    'Cancelled',
    stepOf({}, undefined, disabledByOwner),
  ],
  ['is to cancel it after its number is blocked', 'Cancelled', stepOf({}, undefined, blocked)],
  [
    'is to submit it to a number that is close to a blocked one',
    'Submit to 0',
    stepOf({}, undefined, { blockedDestinations: ['+9199', '9198', '+91987654321000'] }),
  ],
  [
    'is not to cancel an email whose address starts like a blocked number',
    'NoProvider',
    stepOf({ channel: 'email', to: '+9198@example.com' }, undefined, blocked),
  ],
  [
    'is to cancel it after every mapped provider account is disabled',
    'Cancelled',
    stepOf({}, undefined, accountsWith(off, off)),
  ],
  ['is to continue with the remaining accounts', 'Submit to 1', stepOf({}, undefined, accountsWith(off))],
  [
    'is to wait if an account is unfit rather than disabled',
    'NoProvider',
    stepOf({}, undefined, accountsWith(off, unfit)),
  ],
  [
    'is to wait if the channel is mapped to no account',
    'NoProvider',
    stepOf({}, undefined, {
      configurations: new Map([['sms', { ...tenant.configuration, providerAccountIds: [] }]]),
    }),
  ],
  [
    'is its expiry rather than its cancellation',
    'Expired',
    stepOf(expired, undefined, { ...suspended, ...blocked, ...accountsWith(off, off) }),
  ],
  [
    "is its cancellation rather than its template's end",
    'Cancelled',
    stepOf({}, undefined, { ...blocked, ...withdrawn }),
  ],
  ['is to end it after its template is withdrawn', 'TemplateWithdrawn', stepOf({}, undefined, withdrawn)],
  [
    'is to end it when a newer template needs other variables',
    'TemplateWithdrawn',
    stepOf({ templateVersionId: fresh.id('tpv'), variables: { name: 'x' } }),
  ],
  [
    'is to submit it when a newer template needs the same variables',
    'Submit to 0',
    stepOf({ templateVersionId: fresh.id('tpv') }),
  ],
  [
    'is to submit it by its masked values when the values behind them are sealed',
    'Submit to 0',
    stepOf({
      templateVersionId: fresh.id('tpv'),
      variables: { name: 'Asha', code: '****' },
      sealedVariables: 'sealed',
    }),
  ],
  [
    'is to submit it when a newer template needs digits and an OTP is masked',
    'Submit to 0',
    stepOf(
      {
        templateVersionId: fresh.id('tpv'),
        variables: { name: '**', code: '****' },
        sealedVariables: 'sealed',
      },
      undefined,
      wantingDigits,
    ),
  ],
  [
    'is to end it when a newer template needs digits and its value has none',
    'TemplateWithdrawn',
    stepOf(
      { templateVersionId: fresh.id('tpv'), variables: { name: 'Asha', code: '****' } },
      undefined,
      wantingDigits,
    ),
  ],
  [
    "is to end it when a newer template isn't registered for its destination",
    'TemplateWithdrawn',
    stepOf({ templateVersionId: fresh.id('tpv') }, undefined, unregistered),
  ],
  [
    'is to submit it with the exact template of its acceptance, registered or not',
    'Submit to 0',
    stepOf({}, undefined, unregistered),
  ],
  [
    'is to end it in production when a newer template is for the sandbox only',
    'TemplateWithdrawn',
    stepOf({ templateVersionId: fresh.id('tpv') }, undefined, forSandboxIn('production')),
  ],
  [
    'is to submit it in the test environment when a newer template is for the sandbox only',
    'Submit to 0',
    stepOf({ templateVersionId: fresh.id('tpv') }, undefined, forSandboxIn('test')),
  ],
  ['is to wait while no provider is usable', 'NoProvider', stepOf({}, undefined, noProvider)],
  [
    'is to repeat an open call at the same account, not at the next provider',
    'Submit to 1',
    stepOf({ attempt: 1 }, { ...open }),
  ],
  ['is to repeat it there however often', 'Submit to 1', stepOf({ attempt: 2 }, { ...open })],
  [
    'is to leave an open call unconfirmed when its provider is gone',
    'OutcomeUnknown',
    stepOf({ attempt: 1 }, open, noProvider),
  ],
  [
    'is to leave it unconfirmed rather than expired',
    'OutcomeUnknown',
    stepOf({ attempt: 1, ...expired }, open),
  ],
  [
    'is to leave it unconfirmed rather than cancelled',
    'OutcomeUnknown',
    stepOf({ attempt: 1 }, open, suspended),
  ],
  [
    'is to leave it unconfirmed though its number is blocked',
    'OutcomeUnknown',
    stepOf({ attempt: 1 }, open, blocked),
  ],
  [
    'is to leave it unconfirmed though its accounts are disabled',
    'OutcomeUnknown',
    stepOf({ attempt: 1 }, open, accountsWith(off, off)),
  ],
  [
    'is to leave it unconfirmed rather than failed',
    'OutcomeUnknown',
    stepOf({ attempt: 1 }, open, withdrawn),
  ],
]
describe('The next step for an accepted message', () => {
  for (const [what, expected, step] of rows) {
    it(what, () => {
      expect(spell(step)).to.equal(expected)
    })
  }
})

describe('A message that was claimed for an account', () => {
  const message = aMessage({ templateId, templateVersionId })
  const mayGo = (catalog: Partial<AppCatalog>, nowMs = NOW_MS): boolean =>
    mayStillGo(message, accounts[1] ?? aProviderAccount(), preparedOf(tenant, { ...two, ...catalog }), nowMs)

  it('can go there while nothing prevents it', () => {
    expect(mayGo({})).to.equal(true)
    expect(mayGo(accountsWith(off))).to.equal(true)
    expect(mayGo({}, message.expiresAtMs - 1)).to.equal(true)
  })

  it("can't after something does", () => {
    for (const stop of [suspended, disabled, blocked, withdrawn, noProvider, accountsWith({}, off)])
      expect(mayGo(stop), JSON.stringify(Object.keys(stop))).to.equal(false)
    expect(mayGo({}, message.expiresAtMs)).to.equal(false)
  })
})

describe('The next step for a submitted message', () => {
  const unconfirmed = { state: 'UNCONFIRMED', attempt: 1 } as const
  const later = NOW_MS + RECONCILIATION_WINDOW_MS

  it('is to query an unknown outcome for 72 hours, and then to give up', () => {
    const unknown = { phase: 'unknown' as const }
    expect(spell(stepOf(unconfirmed, unknown, {}, later - 1))).to.equal('FindOut')
    expect(spell(stepOf(unconfirmed, unknown, {}, later))).to.equal('NeverConfirmed')
    expect(RECONCILIATION_WINDOW_MS).to.equal(72 * 3_600_000)
  })

  it('is to keep querying although the Organization is suspended or validity has ended', () => {
    expect(spell(stepOf({ ...unconfirmed, ...expired }, {}, suspended))).to.equal('FindOut')
  })

  it('is to release held money 72 hours after a provider took it, if charged on delivery', () => {
    const submitted = { state: 'SUBMITTED', attempt: 1 } as const
    expect(spell(stepOf(submitted, {}, {}, later - 1))).to.equal('Nothing')
    expect(spell(stepOf(submitted, {}, {}, later))).to.equal('ReservationExpired')
    expect(spell(stepOf({ ...submitted, billing: 'settled' }, {}, {}, later))).to.equal('Unreported')
  })

  it('is to query the report of a submitted message until it is no longer expected', () => {
    const taken = { phase: 'accepted' as const }
    for (const billing of ['settled', 'provisional'] as const) {
      const submitted = { state: 'SUBMITTED', attempt: 1, billing } as const
      expect(spell(stepOf(submitted, taken, {}, later - 1))).to.equal('AskForReport')
      expect(spell(stepOf(submitted, taken, {}, later))).not.to.equal('AskForReport')
    }
  })

  it('is nothing in every other state', () => {
    for (const state of MESSAGE_STATES.slice(3))
      expect(spell(stepOf({ state, billing: 'settled' }, {}, {}, later)), state).to.equal('Nothing')
  })
})
