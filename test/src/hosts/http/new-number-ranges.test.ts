import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { migratedPostgres } from '../../adapters/storage-postgres/open-postgres.js'
import { migratedDatabase } from '../../adapters/storage-sql/migrated-databases.js'
import { anOperator } from '../../builders/an-operator.js'
import type { TestDatabase } from '../../servers/test-database.js'
import { NOWHERE } from '../set-up/an-installation.js'
import { aBatch } from './a-batch.js'
import { aSendBody, sendHeaders } from './a-send.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectRefusal, valueIn } from './refusals.js'

type Json = Readonly<Record<string, unknown>>

const reason = 'Assigned in 2026.'
const RANGE = { prefix: '+911555', country: 'IN', minDigits: 12, maxDigits: 12, reason }
const to = '+911555000001'

const engines = [
  ['MariaDB', migratedDatabase],
  ['PostgreSQL', migratedPostgres],
] as const

const describeOn = (engine: string, open: () => Promise<TestDatabase>) =>
  describe(`A number of a new range, sent to over HTTP on ${engine}`, function () {
    this.timeout(60_000)
    let database: TestDatabase
    let hosts: readonly HttpFixture[] = []
    before(async () => {
      database = await open()
      const foundation = { storageUrl: database.url }
      hosts = [await openHttpFixture({}, foundation), await openHttpFixture({}, foundation)]
    })
    after(async () => {
      await Promise.all(hosts.map((host) => host.close()))
      await database.drop()
    })

    /** The process that customers call, and the one where super admins work. */
    const both = (): readonly [HttpFixture, HttpFixture] => {
      const [called, administered] = hosts
      if (called === undefined || administered === undefined) throw new Error('no host')
      return [called, administered]
    }
    const change = async (operation: 'allowNumberPrefix' | 'removeNumberPrefix', body: Json) => {
      const [, { ports, postrider }] = both()
      const operator = await anOperator(ports, ['admin.providers'])
      await right(postrider.runOperation(operator, operation, body, NOWHERE))
    }
    const post = (path: string, body: Json): Promise<Reply> => {
      const [http] = both()
      return http.call('POST', path, { headers: sendHeaders(http.mine), body: JSON.stringify(body) })
    }
    const send = () => post('/v1/messages', aSendBody(both()[0].mine, { to }))
    const batch = async (): Promise<string> => {
      const [http] = both()
      const reply = await http.call(
        'POST',
        '/v1/messages/batch',
        aBatch(http.mine, [aSendBody(http.mine, { to })]),
      )
      return JSON.stringify(reply.body)
    }
    const dryRun = async (): Promise<unknown> => {
      const [http] = both()
      const { 'Idempotency-Key': _, ...headers } = sendHeaders(http.mine, { Prefer: 'handling=dry-run' })
      const body = JSON.stringify(aSendBody(http.mine, { to }))
      return valueIn(await http.call('POST', '/v1/messages', { headers, body }), 'verdict')
    }
    const otp = () => {
      const { templateId } = both()[0].mine.otpTemplate
      const body = { channel: 'sms', to, templateId, otpVariable: 'code', variables: { name: 'Asha' } }
      return post('/v1/otp', body)
    }

    const expectRefused = async (): Promise<void> => {
      for (const reply of [await send(), await otp()])
        expectRefusal(reply, 'invalid_request', [['body', '/to', 'format']])
      expect(await dryRun()).to.equal('refused')
      expect(await batch()).to.include('"/messages/0/to"')
    }

    it('is accepted once its prefix is allowed, and refused once that is taken back, without a restart', async () => {
      await expectRefused()
      await change('allowNumberPrefix', RANGE)
      await eventually('it is accepted', async () => (await send()).status === 202)
      expect((await otp()).status).to.equal(202)
      expect(await dryRun()).to.equal('acceptable')
      expect(await batch()).to.include('messageId')
      await change('removeNumberPrefix', { prefix: RANGE.prefix, reason })
      await eventually('it is refused', async () => (await send()).status === 400)
      await expectRefused()
    })

    it('is accepted by an OTP or a dry run first, too', async () => {
      for (const isAccepted of [
        async () => (await otp()).status === 202,
        async () => (await dryRun()) === 'acceptable',
      ]) {
        await expectRefused()
        await change('allowNumberPrefix', RANGE)
        await eventually('it is accepted', isAccepted)
        await change('removeNumberPrefix', { prefix: RANGE.prefix, reason })
        await eventually('it is refused', async () => !(await isAccepted()))
      }
    })
  })

for (const [engine, open] of engines) describeOn(engine, open)
