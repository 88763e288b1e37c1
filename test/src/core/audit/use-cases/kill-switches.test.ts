import { expect } from 'chai'
import { compile } from '@postrider/core/kernel/codecs/compile'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import { actsIn } from '../../../builders/acts-in.js'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { TE } from '@postrider/core/fp'
import type { OperatorCommand } from '@postrider/core/audit/use-cases/operator-command'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { brokenFields } from '../../kernel/codecs/broken-fields.js'
import { aDispatcher } from '../../fakes/dispatch-world.js'
import {
  accountSwitch,
  appSwitch,
  blockDestination,
  resumeOrganization,
  stopOrganization,
  unblockDestination,
} from '../../platform/use-cases/operators/commands.js'

const stopApp = appSwitch('app.stop', 'disabled')
const resumeApp = appSwitch('app.resume', 'active')
const stopProviderAccount = accountSwitch('provider_account.stop', 'disabled')
const resumeProviderAccount = accountSwitch('provider_account.resume', 'enabled')

const PREFIX = '+9198'
const order: OperatorCommand = {
  actor: { kind: 'operator', id: 'usr_asha' },
  reason: 'Fraud is suspected.\nCase 17.',
}

type Effect = TE.TaskEither<Refusal | Outage, unknown>

/** A switch and the one that reverts it, for one tenant. */
interface Pair {
  readonly stop: (given?: Partial<OperatorCommand>) => Effect
  readonly resume: (given?: Partial<OperatorCommand>) => Effect
  readonly stopUnknown: () => Effect
  readonly actions: readonly [string, string]
  readonly target: string
  readonly details: readonly [object, object]
  readonly isOfOrganization: boolean
  /** The catalog's value for the switch. */
  readonly state: () => unknown
  readonly states: readonly [unknown, unknown]
}

const someSwitches = () => {
  const one = aDispatcher()
  const { ports, tenant, tables } = one
  const { organizationId } = tenant.organization
  const { appId } = tenant.app
  const { providerAccountId } = tenant.providerAccount
  const { catalog } = tables
  const organization: Pair = {
    stop: (given) => stopOrganization(ports)({ ...order, ...given, organizationId }),
    resume: (given) => resumeOrganization(ports)({ ...order, ...given, organizationId }),
    stopUnknown: () => stopOrganization(ports)({ ...order, organizationId: fresh.id('org') }),
    actions: ['organization.stop', 'organization.resume'],
    target: organizationId,
    details: [
      { status: 'suspended', version: 2 },
      { status: 'active', version: 3 },
    ],
    isOfOrganization: true,
    state: () => catalog.organizations.map(({ status, version }) => `${status} ${version}`),
    states: [['suspended 2'], ['active 3']],
  }
  const app: Pair = {
    stop: (given) => stopApp(ports)({ ...order, ...given, appId }),
    resume: (given) => resumeApp(ports)({ ...order, ...given, appId }),
    stopUnknown: () => stopApp(ports)({ ...order, appId: fresh.id('app') }),
    actions: ['app.stop', 'app.resume'],
    target: appId,
    details: [{ status: 'disabled' }, { status: 'active' }],
    isOfOrganization: true,
    state: () => catalog.apps.map(({ status }) => status),
    states: [['disabled'], ['active']],
  }
  const account: Pair = {
    stop: (given) => stopProviderAccount(ports)({ ...order, ...given, providerAccountId }),
    resume: (given) => resumeProviderAccount(ports)({ ...order, ...given, providerAccountId }),
    stopUnknown: () => stopProviderAccount(ports)({ ...order, providerAccountId: fresh.id('pac') }),
    actions: ['provider_account.stop', 'provider_account.resume'],
    target: providerAccountId,
    details: [{ status: 'disabled' }, { status: 'enabled' }],
    isOfOrganization: false,
    state: () => catalog.providerAccounts.map(({ status }) => status),
    states: [['disabled'], ['enabled']],
  }
  const destination: Pair = {
    stop: (given) => blockDestination(ports)({ ...order, ...given, prefix: PREFIX }),
    resume: (given) => unblockDestination(ports)({ ...order, ...given, prefix: PREFIX }),
    stopUnknown: () => unblockDestination(ports)({ ...order, prefix: '+1' }),
    actions: ['destination.block', 'destination.unblock'],
    target: PREFIX,
    details: [{}, {}],
    isOfOrganization: false,
    state: () => catalog.blockedDestinations.map(({ prefix }) => prefix),
    states: [[PREFIX], []],
  }
  const pairs = { organization, app, account, destination }
  const epoch = () => tables.epoch
  return { ...one, pairs, epoch, organizationId }
}

type Kind = keyof ReturnType<typeof someSwitches>['pairs']

const KINDS: readonly Kind[] = ['organization', 'app', 'account', 'destination']

const whileSwitched: Readonly<Record<Kind, string>> = {
  organization: 'an Organization',
  app: 'an app',
  account: 'a provider account',
  destination: 'a destination',
}

for (const kind of KINDS) {
  describe(`Stopping ${whileSwitched[kind]} and reverting it`, () => {
    it('changes the record and the epoch, and logs the person and the reason', async () => {
      const { pairs, tables, epoch, organizationId, time } = someSwitches()
      const { stop, resume, actions, target, details, state, states, isOfOrganization } = pairs[kind]
      const before = epoch()
      const audited = (at: 0 | 1) => ({
        auditId: tables.audit[at]?.auditId,
        actor: order.actor,
        action: actions[at],
        target,
        organizationId: isOfOrganization ? organizationId : undefined,
        reason: order.reason,
        atMs: NOW_MS + at * 5_000,
        details: details[at],
      })
      await right(stop())
      expect(state()).to.deep.equal(states[0])
      expect(epoch()).to.equal(before + 1)
      await time.advance(5_000)
      await right(resume())
      expect(state()).to.deep.equal(states[1])
      expect(epoch()).to.equal(before + 2)
      expect(actsIn(tables.audit)).to.deep.equal([audited(0), audited(1)])
      expect(new Set(tables.audit.map(({ auditId }) => auditId)).size).to.equal(2)
    })

    it('makes its messages due at once', async () => {
      const { pairs, accept, dueAtMs, time } = someSwitches()
      const message = accept({ acceptedAtMs: NOW_MS + 60_000 })
      await time.advance(1_000)
      await right(pairs[kind].stop())
      expect(dueAtMs(message)).to.equal(NOW_MS + 1_000)
    })

    it("succeeds even if its messages couldn't be made due, and reports that to telemetry", async () => {
      const { pairs, faults, emitted } = someSwitches()
      faults.plan('makeDueNow', 'away')
      await right(pairs[kind].stop())
      expect(pairs[kind].state()).to.deep.equal(pairs[kind].states[0])
      expect(emitted).to.deep.equal([{ _tag: 'PartFailed', where: 'operators', cause: 'the fake is away' }])
    })

    it('is refused for an unknown record or an unchanged state, and writes nothing', async () => {
      const { pairs, tables, epoch, faults } = someSwitches()
      const { stop, resume, stopUnknown } = pairs[kind]
      const before = epoch()
      expect((await left(stopUnknown()))._tag).to.equal('NotFound')
      const isUndone = kind === 'destination' ? 'NotFound' : 'Conflict'
      expect((await left(resume()))._tag).to.equal(isUndone)
      expect([epoch(), tables.audit.length]).to.deep.equal([before, 0])
      await right(stop())
      const hastened = faults.calls('makeDueNow')
      expect((await left(stop()))._tag).to.equal('Conflict')
      expect([epoch(), tables.audit.length, faults.calls('makeDueNow')]).to.deep.equal([
        before + 1,
        1,
        hastened,
      ])
    })

    it('needs a reason', async () => {
      const { pairs, tables } = someSwitches()
      const broken: ReadonlyArray<readonly [string, string]> = [
        ['', 'too_short'],
        [' \n', 'too_short'],
        ['x'.repeat(501), 'too_long'],
        ['a\tb', 'format'],
        ['a\0', 'format'],
        ['\ud800', 'format'],
      ]
      for (const [reason, code] of broken) {
        const refused = await left(pairs[kind].stop({ reason }))
        const fields = 'fields' in refused ? refused.fields : []
        expect(refused._tag).to.equal('InvalidRequest')
        expect(fields.map((field) => `${field.field} ${field.code}`)).to.deep.equal([`/reason ${code}`])
      }
      expect(tables.audit).to.deep.equal([])
      await right(pairs[kind].stop({ reason: '😀'.repeat(500) }))
    })

    it('reports that storage is unavailable, or that the outcome is unknown', async () => {
      const { pairs, faults } = someSwitches()
      faults.plan('transact', 'away', 'answer lost')
      expect((await left(pairs[kind].stop()))._tag).to.equal('StorageUnavailable')
      expect((await left(pairs[kind].stop()))._tag).to.equal('CommitUnknown')
      expect((await left(pairs[kind].stop()))._tag).to.equal('Conflict')
    })
  })
}

describe('Messages of a stopped record', () => {
  it('are cancelled and refunded by the next dispatcher that reads them', async () => {
    for (const kind of KINDS) {
      const { pairs, accept, dispatch, now } = someSwitches()
      const message = accept()
      await right(pairs[kind].stop())
      await dispatch(message)
      expect(now(message), kind).to.include({ state: 'CANCELLED', billing: 'released' })
    }
  })

  it('of other records are unaffected', async () => {
    const { pairs, accept, dueAtMs } = someSwitches()
    const message = accept({
      organizationId: fresh.id('org'),
      appId: fresh.id('app'),
      to: '+447400123456',
      acceptedAtMs: NOW_MS + 60_000,
    })
    for (const kind of ['organization', 'app', 'destination'] as const) await right(pairs[kind].stop())
    expect(dueAtMs(message)).to.equal(NOW_MS + 60_000)
  })
})

describe('Blocking destinations', () => {
  it('accepts + and 1 to 15 digits, and reports all invalid fields together', () => {
    const decode = compile(OPERATIONS.blockDestination.request)
    for (const prefix of ['', '+', '91', '+9a', '+1234567890123456', ' +91', '+91\n'])
      expect(brokenFields(decode({ prefix, reason: '' }, 'body'))).to.have.members([
        '/prefix format',
        '/reason too_short',
      ])
    for (const prefix of ['+1', '+123456789012345'])
      expect(brokenFields(decode({ prefix, reason: 'Fraud.' }, 'body'))).to.deep.equal([])
  })
})
