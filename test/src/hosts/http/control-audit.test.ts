import { expect } from 'chai'
import type { AuditEntry } from '@postrider/core/audit/domain/chain'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import type { Storage } from '@postrider/core/assembly/storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { createPostrider } from '@postrider/core/postrider'
import { openThread, type SqliteThread } from '@postrider/storage-sql/sqlite/thread'
import { allRows } from '../../adapters/storage-sql/all-rows.js'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { aSignedInUser, type SignedIn } from '../../builders/signed-in.js'
import { aFirm, type Firm } from './a-firm.js'
import { CONTROL_MATRIX, type ControlOperation } from './control-matrix-table.js'
import { CONTROL_REQUESTS, type ControlBody, done } from './control-requests.js'
import { call, type Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { postJson } from './people.js'
import { expectRefusal, valueIn } from './refusals.js'

const OPERATION_NAMES = Object.keys(CONTROL_MATRIX) as ControlOperation[]
const MUTATIONS = OPERATION_NAMES.filter((name) => OPERATIONS[name].mutation)
const READINGS = OPERATION_NAMES.filter((name) => !OPERATIONS[name].mutation)

/** The organization whose chain has the act, if the request doesn't name it. */
const organizationIn = (reply: Reply): unknown =>
  (valueIn(reply, 'organization') as { readonly organizationId?: string } | undefined)?.organizationId

const step = (sql: string) => ({ sql, binary: '', cells: [] })

/** A storage whose units have another audit log. */
const withAudit = (
  storage: Storage,
  change: (audit: UnitOfWork['audit']) => UnitOfWork['audit'],
): Storage => ({
  ...storage,
  units: {
    ...storage.units,
    transact: (hold, work) =>
      storage.units.transact(hold, (unit) => work({ ...unit, audit: change(unit.audit) })),
  },
})

describe('The audit log of control operations', () => {
  let http: HttpFixture
  let firm: Firm
  let foreigner: SignedIn
  let reader: SqliteThread
  before(async () => {
    http = await openHttpFixture()
    firm = await aFirm(http, http.mine)
    foreigner = (await aFirm(http, http.other)).members.owner
    const [path = ''] = http.databaseFiles()
    reader = await openThread({ path, role: 'writer' })
  })
  after(async () => {
    await reader.close()
    await http.close()
  })

  const requestOf = (operation: ControlOperation): ControlBody | Promise<ControlBody> =>
    CONTROL_REQUESTS[operation]({ http, firm, asker: firm.members.owner })

  const ask = (
    person: SignedIn,
    operation: ControlOperation,
    body: ControlBody,
    requestId: string,
    at: HttpFixture = http,
  ): Promise<Reply> =>
    postJson(at, `/v1/control/${operation}`, body, {
      Authorization: `Bearer ${person.accessToken}`,
      'X-Request-Id': requestId,
    })

  const entries = (): Promise<readonly AuditEntry[]> => right(http.storage.audit.list(undefined, 100_000))

  /** The entries that an action added. */
  const entriesOf = async (during: () => Promise<unknown>): Promise<readonly AuditEntry[]> => {
    const before = new Set((await entries()).map(({ auditId }) => auditId))
    await during()
    return (await entries()).filter(({ auditId }) => !before.has(auditId))
  }

  const expectSound = async (): Promise<void> => {
    const chains = await right(http.postrider.verifyAudit())
    expect(chains.filter(({ finding }) => finding !== undefined)).to.deep.equal([])
  }

  for (const operation of MUTATIONS)
    it(`has one entry for each successful ${operation}, and none for refused ones`, async () => {
      const { owner, viewer } = firm.members
      const asker = operation === 'createOrganization' ? await aSignedInUser(http) : owner
      const body = await requestOf(operation)
      const correlation = `correlation-${fresh.hex(8)}`
      const refused = await entriesOf(async () => {
        await ask(viewer, operation, { ...body, surprise: 1 }, correlation)
        if (CONTROL_MATRIX[operation]['a viewer'] !== 200) await ask(viewer, operation, body, correlation)
        if (CONTROL_MATRIX[operation]['an owner of another Organization'] !== 200)
          await ask(foreigner, operation, body, correlation)
      })
      expect(refused).to.deep.equal([])
      let reply: Reply | undefined
      const [entry, ...more] = await entriesOf(async () => {
        const request = { ...body, requestId: `do-${fresh.hex(16)}` }
        reply = await ask(asker, operation, request, correlation)
        const replay = await ask(asker, operation, request, `${correlation}-again`)
        expect([reply.status, valueIn(replay, 'replayed')]).to.deep.equal([200, true])
      })
      expect(more).to.deep.equal([])
      expect(entry).to.deep.include({
        actor: { kind: 'user', id: asker.userId },
        credentialId: asker.sessionId,
        action: operation,
        outcome: 'done',
        requestId: correlation,
        clientAddress: '127.0.0.1',
        organizationId:
          reply === undefined ? '' : (organizationIn(reply) ?? firm.tenant.organization.organizationId),
        reason: 'reason' in body ? body.reason : undefined,
      })
      const secret =
        reply === undefined ? undefined : (valueIn(reply, 'secret') ?? valueIn(reply, 'uploadUrl'))
      if (typeof secret === 'string') expect(JSON.stringify(entry)).not.to.contain(secret.slice(-40))
      if (typeof body.token === 'string') expect(JSON.stringify(entry)).not.to.contain(body.token)
    })

  it('has no entry for reads', async () => {
    for (const operation of READINGS) {
      const body = await requestOf(operation)
      expect(await entriesOf(() => done(http, firm.members.owner, operation, body))).to.deep.equal([])
    }
  })

  it('verifies afterwards', expectSound)

  describe("if it can't be written", () => {
    /** All rows of the database except the rate limit counters. */
    const bucketRows = () => allRows(reader, ['rate_buckets'])

    /**
     * Tries each mutation while the log is broken, and executes it under the same requestId when the log
     * works.
     */
    const expectUndone = async (broken: HttpFixture, during: <A>(act: () => Promise<A>) => Promise<A>) => {
      const { owner } = firm.members
      for (const operation of MUTATIONS) {
        const body = { ...(await requestOf(operation)), requestId: `do-${fresh.hex(16)}` }
        const before = await bucketRows()
        const failed = await during(() => ask(owner, operation, body, 'broken', broken))
        expectRefusal(failed, 'internal_error')
        expect(await bucketRows(), operation).to.deep.equal(before)
        const reply = await done(http, owner, operation, body)
        expect(valueIn(reply, 'replayed'), operation).to.equal(undefined)
      }
      await expectSound()
    }

    const over = async (storage: Storage): Promise<HttpFixture> => {
      const { port } = await http.openHost({ postrider: createPostrider({ ...http.ports, storage }) })
      return { ...http, call: (method, target, sent) => call(port, method, target, sent) }
    }

    const failing = (): never => {
      throw new Error('the audit log is broken')
    }

    it("undoes every act if the end of the chain can't be locked", async () => {
      const storage = withAudit(http.storage, (audit) => ({ ...audit, lockHead: async () => failing() }))
      await expectUndone(await over(storage), (act) => act())
    })

    it("undoes every act if the entry can't be added", async () => {
      const storage = withAudit(http.storage, (audit) => ({ ...audit, append: failing }))
      await expectUndone(await over(storage), (act) => act())
    })

    it('undoes every act if the database refuses the row', () =>
      expectUndone(http, async (act) => {
        await reader.run([
          step(`CREATE TRIGGER no_audit BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no'); END`),
        ])
        try {
          return await act()
        } finally {
          await reader.run([step('DROP TRIGGER no_audit')])
        }
      }))

    it("responds with service_unavailable if the database can't be reached", async () => {
      const storage: Storage = {
        ...http.storage,
        units: {
          ...http.storage.units,
          transact: () => async () => ({ _tag: 'Left', left: { _tag: 'StorageUnavailable', cause: 'gone' } }),
        },
      }
      const body = await requestOf('createSupportTicket')
      const reply = await ask(firm.members.owner, 'createSupportTicket', body, 'gone', await over(storage))
      expectRefusal(reply, 'service_unavailable')
    })
  })
})
