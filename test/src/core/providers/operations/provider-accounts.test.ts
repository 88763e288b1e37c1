import { expect } from 'chai'
import { isId, type ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { publishHealth } from '@postrider/core/providers/domain/calls/account-report'
import { frame } from '@postrider/core/kernel/digests/digest'
import { HOUR_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { CALLBACK_TOKEN, secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import { canonical } from '@postrider/core/runner/use-cases/canonical'
import { openThread } from '@postrider/storage-sql/sqlite/thread'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { allRows } from '../../../adapters/storage-sql/all-rows.js'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { opened, right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { claim } from '@postrider/conformance/storage/messaging/claiming'
import { workItemOf, NO_WORK } from '@postrider/conformance/storage/messaging/settling'
import { aSendingFirm, spelled } from '../../runner/use-cases/a-sending-firm.js'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, CONFLICT, NOT_FOUND, OTHER_BODY, strangeIds } from '../../runner/use-cases/strange.js'

const reason = 'We have a new mail server.'
const SECRET = 'correct horse battery staple'
const account = {
  name: 'Mail server',
  kind: 'smtp',
  channels: ['email'],
  settings: { host: 'mail.example', port: 587, tls: 'starttls' },
  maxConcurrent: 4,
  timeoutMs: 10_000,
  reason,
} as const
const secrets = { user: 'postrider', password: SECRET }

const known = (id: string): ProviderAccountId => {
  if (!isId('pac', id)) throw new Error(`${id} is no provider account`)
  return id
}

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Provider accounts managed by super admins on ${engine}`, () => {
    const office = useOffice(open)

    const accountIn = async (id: string) => {
      const { value } = await right(office.at.storage.administration.providerAccounts())
      return value.find(({ providerAccountId }) => providerAccountId === id)
    }
    const secretsIn = async (id: string): Promise<unknown> => {
      const sealed = (await accountIn(id))?.sealedSecrets ?? ''
      return JSON.parse(opened(office.at.keyRing.open(sealed, secretsContext(known(id))))) as unknown
    }

    /** Without the callback token that their kind has. */
    const ownSecretsIn = async (id: string): Promise<unknown> => {
      const { [CALLBACK_TOKEN]: token, ...own } = (await secretsIn(id)) as Record<string, string>
      expect(token).to.match(/^prlt_/)
      return own
    }

    it('have a callback token if their kind sends reports, created with them and unchanged by edits', async () => {
      const operator = await office.at.operator(['admin.providers'])
      const save = (body: object) => office.at.doneAbove(operator, 'saveProviderAccount', body)
      const gateway = {
        ...account,
        kind: 'http-sms',
        channels: ['sms'],
        settings: { preset: 'twilio', accountSid: 'AC1' },
      }
      const { providerAccount } = await save({ ...gateway, secrets: { authToken: 'one' } })
      const { providerAccountId } = providerAccount
      const first = (await secretsIn(providerAccountId)) as Record<string, string>
      expect(first).to.have.keys('authToken', CALLBACK_TOKEN)
      const token = first[CALLBACK_TOKEN] ?? ''
      expect(token).to.match(/^prlt_/)
      expect(JSON.stringify(providerAccount)).not.to.include(token)
      await save({ ...gateway, providerAccountId, version: 1, secrets: { authToken: 'two' } })
      expect(await secretsIn(providerAccountId)).to.deep.equal({ authToken: 'two', [CALLBACK_TOKEN]: token })
      const other = (await save({ ...gateway, secrets: { authToken: 'one' } })).providerAccount
      expect(await secretsIn(other.providerAccountId)).not.to.have.property(CALLBACK_TOKEN, token)
    })

    it('are created with sealed secrets, and edited; secrets can be replaced but never read', async () => {
      const operator = await office.at.operator(['admin.providers'])
      const save = (body: object) => office.at.doneAbove(operator, 'saveProviderAccount', body)
      const made = (await save({ ...account, secrets })).providerAccount
      const { reason: _, ...shown } = account
      const { providerAccountId } = made
      expect(made).to.deep.equal({
        providerAccountId,
        ...shown,
        ratePerSecond: null,
        status: 'enabled',
        createdAt: isoTime(office.at.clock.nowMs()),
        version: 1,
      })
      expect(await ownSecretsIn(providerAccountId)).to.deep.equal(secrets)
      const renamed = await save({
        ...account,
        name: 'Other',
        ratePerSecond: 7,
        providerAccountId,
        version: 1,
      })
      expect(renamed.providerAccount).to.include({ name: 'Other', ratePerSecond: 7, version: 2 })
      expect(await ownSecretsIn(providerAccountId)).to.deep.equal(secrets)
      const other = { user: 'other', password: 'something else' }
      const kept = await save({ ...account, providerAccountId, version: 2, secrets: other })
      expect(kept.providerAccount.ratePerSecond).to.equal(7)
      expect(await ownSecretsIn(providerAccountId)).to.deep.equal(other)
      const freed = await save({
        ...account,
        ratePerSecond: null,
        providerAccountId,
        version: 3,
        secrets: {},
      })
      expect(freed.providerAccount.ratePerSecond).to.equal(null)
      expect(await ownSecretsIn(providerAccountId)).to.deep.equal({})
      const listed = await office.at.doneByAdminAgent(operator, 'listProviderAccounts', {})
      expect(listed.providerAccounts.find((one) => one.providerAccountId === providerAccountId)).to.include({
        name: account.name,
        version: 4,
      })
      expect(JSON.stringify([made, renamed, listed])).not.to.match(/horse|sealed|something else/)
    })

    it('are disabled and enabled with reason and version, from the next send in another process on', async () => {
      const operator = await office.at.operator(['admin.providers'])
      const { send, providerAccount, close } = await aSendingFirm(office.at)
      const { providerAccountId } = providerAccount
      try {
        expect(spelled(await send())).to.equal('accepted')
        const change = { providerAccountId, reason }
        const stopped = await office.at.doneAbove(operator, 'stopProviderAccount', { ...change, version: 1 })
        expect(stopped.providerAccount).to.include({ status: 'disabled', version: 2 })
        expect(spelled(await send())).to.equal('ProviderUnavailable')
        await office.at.doneAbove(operator, 'resumeProviderAccount', { ...change, version: 2 })
        expect(spelled(await send())).to.equal('accepted')
      } finally {
        await close()
      }
    })

    it('show the results of their calls within the last hour', async () => {
      const operator = await office.at.operator(['admin.providers'])
      const { storage, clock, ids } = office.at
      const made = (await office.at.doneAbove(operator, 'saveProviderAccount', account)).providerAccount
      const providerAccountId = known(made.providerAccountId)
      const call = async (
        agoMs: number,
        phase: 'accepted' | 'unknown' | 'transient_failure',
        detail?: string,
      ) => {
        const { message } = await acceptPaid(storage, aMessage({ messageId: ids.next('msg') }))
        const [begun] = await claim(storage, [message.messageId], clock.nowMs() - agoMs, {
          providerAccountId,
        })
        if (begun === undefined) throw new Error('the claim was lost')
        const attempts = [{ ...begun, phase, detail, endedAtMs: begun.startedAtMs + 1 }]
        await right(
          storage.dispatch.work([workItemOf(message.messageId)], () => ({
            ...NO_WORK,
            attempts,
            result: undefined,
          })),
        )
      }
      await call(HOUR_MS + 1, 'accepted')
      await call(HOUR_MS, 'accepted')
      await call(2_000, 'unknown', 'no answer')
      await call(1_000, 'transient_failure', 'try later')
      const stands = { sinceMs: 5, detail: undefined, sessions: 2, callsInFlight: 1 }
      const wrong = { detail: 'refused the login', isCircuitOpen: true } as const
      const other = { sinceMs: 4, sessions: 0, callsInFlight: 2, ...wrong }
      for (const [process, one, agoMs] of [
        [1, { status: 'up', ...stands }, 59_999],
        [2, { status: 'refused', ...other }, 1],
        [3, { status: 'down', ...other }, 60_000],
      ] as const) {
        const healthByAccount = new Map([[providerAccountId, one]])
        const atMs = clock.nowMs() - agoMs
        await right(
          storage.accountHealth.say((knownSoFar) => ({
            ...publishHealth(process, healthByAccount, knownSoFar, atMs),
            forgotten: [process],
          })),
        )
      }
      const { providers, since, isSample } = await office.at.doneByAdminAgent(
        operator,
        'getProviderHealth',
        {},
      )
      expect({ since, isSample }).to.deep.equal({ since: isoTime(clock.nowMs() - HOUR_MS), isSample: false })
      expect(providers.find((one) => one.providerAccountId === providerAccountId)).to.deep.equal({
        providerAccountId,
        name: account.name,
        kind: 'smtp',
        status: 'enabled',
        health: {
          status: 'up',
          since: isoTime(5),
          detail: 'refused the login',
          sessions: 2,
          callsInFlight: 3,
          processes: 2,
          circuitsOpen: 1,
        },
        accepted: 1,
        rejectedByRoute: 0,
        permanentFailure: 0,
        transientFailure: 1,
        unknown: 1,
        inFlight: 0,
        lastFailure: {
          outcome: 'transient_failure',
          detail: 'try later',
          at: isoTime(clock.nowMs() - 1_000),
        },
      })
    })
  })

describe('A refused change of a provider account', () => {
  const office = useOffice()
  const saving = async (body: object) =>
    office.at.refusedAbove(await office.at.operator(), 'saveProviderAccount', { ...account, ...body })

  it('has a secret with the name of the callback token', async () => {
    const reserved = { authToken: 'two', [CALLBACK_TOKEN]: 'mine' }
    const settings = { preset: 'twilio', accountSid: 'AC1' }
    const refused = await saving({ kind: 'http-sms', channels: ['sms'], settings, secrets: reserved })
    expect(brokenFields(refused)).to.include('/secrets not_allowed')
  })

  it("has settings that its kind can't be opened with, reported without repeating them", async () => {
    const broken: ReadonlyArray<readonly [object, readonly string[]]> = [
      [{ settings: {} }, ['/settings/host required', '/settings/port required', '/settings/tls required']],
      [{ settings: { ...account.settings, tls: 'perhaps' } }, ['/settings/tls not_allowed']],
      [{ settings: { ...account.settings, pony: SECRET } }, ['/settings/pony unknown']],
      [{ settings: { ...account.settings, port: { of: 25 } } }, ['/settings/port type']],
      [{ settings: { ...account.settings, 'a/b~c': [] } }, ['/settings/a~1b~0c type']],
      [{ secrets: { user: 'postrider' } }, ['/settings format']],
      [{ settings: { ...account.settings, tls: 'none' }, secrets }, ['/settings format']],
      [{ secrets: { [SECRET]: 'password' } }, ['/secrets unknown']],
      [{ secrets: { password: 7 } }, ['/secrets/password type']],
      [{ kind: 'sandbox' }, ['/kind not_allowed']],
      [{ kind: 'pigeon' }, ['/kind not_allowed']],
      [{ channels: [] }, ['/channels too_few']],
      [{ channels: ['email', 'sms'] }, ['/channels not_allowed']],
      [{ maxConcurrent: 0, timeoutMs: 999_999 }, ['/maxConcurrent too_small', '/timeoutMs too_large']],
      [{ reason: ' ' }, ['/reason format']],
    ]
    for (const [body, expected] of broken) {
      const refused = await saving(body)
      expect([...brokenFields(refused)].sort(), JSON.stringify(body)).to.deep.equal(expected)
      expect(JSON.stringify(refused)).not.to.include('horse')
    }
  })

  it('changes where or how secrets are sent, without sending them again', async () => {
    const operator = await office.at.operator()
    const save = (body: object) => office.at.doneAbove(operator, 'saveProviderAccount', body)
    const { providerAccountId } = (await save({ ...account, secrets })).providerAccount
    const changed = (changes: object, version: number) => ({
      ...account,
      settings: { ...account.settings, ...changes },
      providerAccountId,
      version,
    })
    const routes = [{ host: 'evil.example' }, { port: 2525 }, { tls: 'implicit' }, { caPem: 'MIIB' }]
    for (const route of routes) {
      const refused = await office.at.refusedAbove(operator, 'saveProviderAccount', changed(route, 1))
      expect(brokenFields(refused), JSON.stringify(route)).to.deep.equal(['/secrets required'])
    }
    await save({ ...changed({ name: 'postrider.example' }, 1), maxConcurrent: 2 })
    await save({ ...changed({ host: 'other.example' }, 2), secrets })
    await save({ ...changed({ host: 'third.example' }, 3), secrets: {} })
    await save(changed({ host: 'fourth.example' }, 4))
  })

  it('has an unknown account, a stale version, a version for a new one, or another kind', async () => {
    const operator = await office.at.operator()
    const save = (body: object) => office.at.doneAbove(operator, 'saveProviderAccount', body)
    const { providerAccountId } = (await save({ ...account, secrets })).providerAccount
    for (const strange of strangeIds(office.at, 'pac')) {
      expect(await saving({ providerAccountId: strange, version: 1 }), strange).to.deep.equal(NOT_FOUND)
      for (const name of ['stopProviderAccount', 'resumeProviderAccount'] as const) {
        const body = { providerAccountId: strange, version: 1, reason }
        expect(await office.at.refusedAbove(operator, name, body), name).to.deep.equal(NOT_FOUND)
      }
    }
    for (const version of [undefined, 2])
      expect(await saving({ providerAccountId, version })).to.deep.equal(CONFLICT)
    expect(await saving({ version: 1 })).to.deep.equal(CONFLICT)
    expect(brokenFields(await saving({ providerAccountId, version: 1, kind: 'relay' }))).to.deep.equal([
      '/kind mismatch',
    ])
    const stop = { providerAccountId, reason }
    expect(
      await office.at.refusedAbove(operator, 'stopProviderAccount', { ...stop, version: 9 }),
    ).to.deep.equal(CONFLICT)
    expect(
      await office.at.refusedAbove(operator, 'resumeProviderAccount', { ...stop, version: 1 }),
    ).to.deep.equal(CONFLICT)
  })

  it('changes secrets by a person without a recently confirmed second factor, or any by an Agent', async () => {
    const operator = await office.at.operator()
    await office.at.time.advance(6 * 60_000)
    expect(await office.at.refusedAbove(operator, 'saveProviderAccount', account)).to.have.property(
      '_tag',
      'PermissionDenied',
    )
    expect(spelled(await office.at.askByAdminAgent(operator, 'saveProviderAccount', account))).to.equal(
      'OperationNotAllowed',
    )
  })
})

describe('Secrets of provider accounts', () => {
  const office = useOffice()

  it("are nowhere in clear, and can't be guessed from the stored digest of a call", async () => {
    const operator = await office.at.operator()
    const body = { ...account, secrets }
    const call = { ...body, requestId: 'save-account-1' }
    const first = await office.at.doneAbove(operator, 'saveProviderAccount', call)
    const again = await office.at.doneAbove(operator, 'saveProviderAccount', call)
    expect(again).to.deep.equal({ ...first, replayed: true })
    const changed = { ...call, secrets: { ...secrets, password: 'another' } }
    const answer = await office.at.askAbove(operator, 'saveProviderAccount', changed)
    expect(answer).to.deep.equal({ _tag: 'Left', left: OTHER_BODY })
    const reader = await openThread({ path: office.at.storageUrl.slice('sqlite:'.length), role: 'reader' })
    const rows = JSON.stringify(await allRows(reader)).toLowerCase()
    await reader.close()
    expect(rows).to.include(account.name.toLowerCase())
    expect(rows).not.to.include(SECRET)
    const digest = office.at.digests.sha256(frame(['operation-body-1', canonical(body)]))
    expect(rows).not.to.include(digest)
  })
})
