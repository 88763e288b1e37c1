import { expect } from 'chai'
import { newMasterKey } from '@postrider/node/auth/master-key'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import { compose, type Composition } from '@postrider/wiring/compose'
import { fresh } from '@postrider/conformance/builders/fresh'
import { KNOWN_CODE, knownCodes } from '../../builders/known-codes.js'
import { right } from '@postrider/conformance/outcome'
import { type FaultProxy, startFaultProxy } from '../../servers/fault-proxy.js'
import { createPostgresDatabase } from '../../servers/postgres-database.js'
import { createDatabase, type TestDatabase } from '../../servers/test-database.js'
import { provisionTestTenant, type TestTenant } from '../http/test-tenant.js'
import { logLines, someSettings } from './some-settings.js'
import { granted } from '../../builders/granted.js'

const HOUR_MS = 3_600_000
const LEASE_MS = 60_000
const PASSWORD = 'a long walk by the river'
const ORIGIN = { requestId: undefined, clientAddress: '192.0.2.1' }

/** The clocks of the machine and of its database, set together. */
interface Clocks {
  readonly composition: Composition
  step(byMs: number): void
}

const began = <A>(answer: E.Either<Refusal | Outage, A>): A => {
  if (E.isRight(answer)) return answer.right
  throw new Error(JSON.stringify(answer.left))
}

/** Records that a step could end or start: an OTP, a session, a lease, and work due in half an hour. */
const somethingAlive = async ({ ports, postrider }: Composition) => {
  const tenant: TestTenant = await provisionTestTenant({ ports }, 100_000)
  const caller = async () =>
    granted(began(await postrider.authenticate(tenant.bearer, '192.0.2.1')()), 'messages.send')
  const sendOtp = async (to: string) => {
    const { templateId } = tenant.otpTemplate
    const request = { channel: 'sms' as const, to, templateId, otpVariable: 'code' }
    const all = { ...request, otpLength: 6, ttlSeconds: 300, variables: { name: 'Asha' } }
    return began(await postrider.sendOtp(await caller(), fresh.hex(16), all)())
  }
  const email = `${fresh.hex(8)}@acme.example`
  const order = { actor: { kind: 'operator', id: 'cli:test' } as const, reason: 'a test' }
  began(await postrider.createUser({ ...order, email, displayName: 'Asha', password: PASSWORD })())
  const { accessToken } = began(await postrider.signIn({ email, password: PASSWORD }, ORIGIN)())
  const otp = await sendOtp('+919876543210')
  const take = (nowMs: number) => right(ports.storage.outbox.takeDue('otp', 10, nowMs, nowMs + LEASE_MS))
  expect(await take(ports.clock.nowMs())).to.have.length(1)
  const later = await sendOtp('+919876543219')
  await right(ports.storage.outbox.makeDue([later.messageId], ports.clock.nowMs() + HOUR_MS / 2))
  return {
    /** The number of messages that can be claimed now. */
    taken: async () => (await take(ports.clock.nowMs())).length,
    isSignedIn: async () => E.isRight(await postrider.authenticatePerson(accessToken)()),
    isAccepted: async () => E.isRight(await postrider.authenticate(tenant.bearer, '192.0.2.1')()),
    verifies: async (which: 'first' | 'second') => {
      const { challengeId } = which === 'first' ? otp : later
      const offer = { challengeId, code: KNOWN_CODE, idempotencyKey: undefined }
      return E.isRight(await postrider.verifyOtp(await caller(), offer)())
    },
  }
}

const onSqlite = async (): Promise<Clocks & { end(): Promise<void> }> => {
  const realNow = Date.now
  let shiftMs = 0
  Date.now = () => realNow() + shiftMs
  const composition = await compose(await someSettings(), {
    log: logLines(),
    overrides: { otpCodes: knownCodes },
  })
  await right(composition.ports.storage.health.migrate())
  return {
    composition,
    step: (byMs) => void (shiftMs = byMs),
    end: async () => {
      Date.now = realNow
      await composition.close()
    },
  }
}

const onServer = async (database: TestDatabase): Promise<Clocks & { end(): Promise<void> }> => {
  const proxy: FaultProxy = await startFaultProxy(database.url)
  const settings = { POSTRIDER_STORAGE_URL: proxy.url, POSTRIDER_MASTER_KEY: newMasterKey() }
  const composition = await compose(await someSettings(settings), {
    log: logLines(),
    overrides: { otpCodes: knownCodes },
  })
  await right(composition.ports.storage.health.migrate())
  return {
    composition,
    step: (byMs) => proxy.stepServerClock(byMs),
    end: async () => {
      await composition.close()
      await proxy.stop()
      await database.drop()
    },
  }
}

const engines = {
  SQLite: onSqlite,
  MySQL: async () => onServer(await createDatabase()),
  PostgreSQL: async () => onServer(await createPostgresDatabase()),
}

describe("A step of the database's clock by an hour", () => {
  for (const [name, open] of Object.entries(engines))
    for (const byMs of [HOUR_MS, -HOUR_MS])
      it(`${byMs > 0 ? 'ahead' : 'back'} ends no lease, OTP or session and makes nothing due, on ${name}`, async () => {
        const { composition, step, end } = await open()
        try {
          const alive = await somethingAlive(composition)
          const beforeMs = composition.ports.clock.nowMs()
          step(byMs)
          const { timekeeping, clock } = composition.ports
          const compared = await right(timekeeping.compare())
          expect(compared.isFollowed).to.equal(false)
          expect(clock.nowMs() - beforeMs).to.be.within(0, 30_000)
          expect([await alive.taken(), await alive.isSignedIn(), await alive.isAccepted()]).to.deep.equal([
            0,
            true,
            true,
          ])
          expect(await alive.verifies('first')).to.equal(true)
          const { checks } = await composition.postrider.checkReadiness()
          expect(checks.find((check) => check.name === 'clock')).to.include({ status: 'pass' })
          step(0)
          await right(timekeeping.compare())
          expect(await alive.verifies('second')).to.equal(true)
          expect([await alive.taken(), await alive.isSignedIn()]).to.deep.equal([0, true])
          expect(clock.nowMs() - beforeMs).to.be.within(0, 30_000)
        } finally {
          await end()
        }
      })
})
