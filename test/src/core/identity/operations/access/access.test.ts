import { expect } from 'chai'
import type { OperationName, ResultOf } from '@postrider/core/assembly/registry'
import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { createPostrider } from '@postrider/core/postrider'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { aSession } from '@postrider/conformance/builders/a-session'
import { fresh } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { useStorage } from '@postrider/conformance/storage'
import { sharing } from '@postrider/conformance/storage/unit-work'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { aStoredHolder, claimOf } from '../../../../builders/a-console.js'
import { FACTOR_PORTS } from '../../../../builders/a-second-factor.js'
import { aWorld } from '../../../fakes/world.js'

const RIGHT = { currentPassword: 'right' }

const HERE = { requestId: 'req-1', clientAddress: '203.0.113.9' }
const NEW = 'a new and quiet night'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`A super admin's own access on ${engine}`, () => {
    const at = useStorage(open)

    /** A super admin who can sign in and call operations. */
    const anAdmin = async () => {
      const { ports: plain, time } = aWorld()
      const ports = { ...plain, ...FACTOR_PORTS, storage: at.storage }
      const holder = await aStoredHolder(ports)
      const { operatorSessions: sessions, runOperation } = createPostrider(ports)
      const signIn = async (password = 'right') => {
        await time.advance(30 * SECOND_MS)
        return right(sessions.begin({ ...claimOf(holder, time.clock.nowMs()), password }, HERE))
      }
      const ask = (operator: Operator, name: OperationName, body: object) =>
        runOperation(operator, name, body, HERE)
      const done = async <K extends OperationName>(operator: Operator, name: K, body: object) =>
        (await right(ask(operator, name, body))).result as ResultOf<K>
      return {
        ...holder,
        ports,
        time,
        sessions,
        signIn,
        done,
        refused: async (operator: Operator, name: OperationName, body: object) => {
          const { _tag } = await left(ask(operator, name, body))
          return _tag
        },
        tagOf: async (token: string) => {
          const found = await sessions.find(token)()
          return found._tag === 'Right' ? 'Operator' : found.left._tag
        },
        acts: async () =>
          (await right(at.storage.audit.chain(undefined, 0, 1_000))).filter(
            ({ actor }) => actor.id === holder.user.userId,
          ),
      }
    }

    it('shows their name and permissions, but nothing of the second factor', async () => {
      const { signIn, done } = await anAdmin()
      const { operator } = await signIn()
      const { superAdmin } = await done(operator, 'getOwnAccess', {})
      const { user, admin } = operator.facts
      expect(superAdmin.userId).to.equal(user.userId)
      expect(superAdmin.permissions).to.deep.equal(admin?.permissions)
      expect(JSON.stringify(superAdmin)).not.to.match(/verifier|sealed|secret/i)
    })

    it('lists their sessions, and marks that of the request', async () => {
      const { signIn, done, time } = await anAdmin()
      const first = await signIn()
      const second = await signIn()
      const { sessions } = await done(second.operator, 'listOwnSessions', {})
      const ids = [second, first].map(({ operator }) => operator.proof.session?.sessionId)
      expect(sessions.map(({ sessionId, isCurrent }) => [sessionId, isCurrent])).to.deep.equal([
        [ids[0], true],
        [ids[1], false],
      ])
      const [own] = sessions
      const nowMs = time.clock.nowMs()
      expect(own).to.include({
        createdAt: new Date(nowMs).toISOString(),
        seenAt: new Date(nowMs).toISOString(),
        endsAt: new Date(nowMs + 30 * MINUTE_MS).toISOString(),
        clientAddress: HERE.clientAddress,
      })
      expect(JSON.stringify(sessions)).to.not.match(/verifier|digest|prot_/i)
    })

    it('stays current while they act, also in a process that caches it', async () => {
      const { signIn, done, refused, sessions, time } = await anAdmin()
      const { operator } = await signIn()
      await time.advance(20 * MINUTE_MS)
      await right(sessions.touch(operator))
      await time.advance(20 * MINUTE_MS)
      expect((await done(operator, 'listOwnSessions', {})).sessions).to.have.length(1)
      await time.advance(10 * MINUTE_MS)
      expect(await refused(operator, 'listOwnSessions', {})).to.equal('Unauthenticated')
    })

    it("ends any of their sessions, and no other person's", async () => {
      const admin = await anAdmin()
      const stranger = await anAdmin()
      const [here, there] = [await admin.signIn(), await admin.signIn()]
      const { sessionId = '' } = there.operator.proof.session ?? {}
      const theirs = await stranger.signIn()
      for (const [operator, body] of [
        [theirs.operator, { sessionId }],
        [here.operator, { sessionId: theirs.operator.proof.session?.sessionId }],
        [here.operator, { sessionId: fresh.id('ses') }],
        [here.operator, { sessionId: 'nonsense' }],
      ] as const)
        expect(await admin.refused(operator, 'endOwnSession', { ...body, ...RIGHT })).to.equal('NotFound')
      await admin.done(here.operator, 'endOwnSession', { sessionId, ...RIGHT })
      expect(await admin.tagOf(there.token)).to.equal('Unauthenticated')
      expect(await admin.refused(there.operator, 'listOwnSessions', {})).to.equal('Unauthenticated')
      expect(await admin.refused(here.operator, 'endOwnSession', { sessionId, ...RIGHT })).to.equal(
        'NotFound',
      )
      const done = (await admin.acts()).filter(({ outcome }) => outcome === 'done')
      expect(done.at(-1)).to.deep.include({
        action: 'endOwnSession',
        target: sessionId,
        credentialId: here.operator.proof.session?.sessionId,
      })
      // Their own session ends last.
      await admin.done(here.operator, 'endOwnSession', {
        sessionId: here.operator.proof.session?.sessionId,
        ...RIGHT,
      })
      expect(await admin.tagOf(here.token)).to.equal('Unauthenticated')
      expect(await stranger.tagOf(theirs.token)).to.equal('Operator')
    })

    it('changes their password with the present one, and ends all other sessions of both kinds', async () => {
      const { signIn, done, refused, tagOf, acts, user, sessions, time, codeOf } = await anAdmin()
      const person = aSession({ userId: user.userId, untilMs: 9e15, idleUntilMs: 9e15 })
      await sharing(at, (unit) => unit.sessions.add(person))
      const [other, own] = [await signIn(), await signIn()]
      const change = { currentPassword: 'right', newPassword: NEW }
      for (const [body, tag] of [
        [{ ...change, currentPassword: 'wrong' }, 'InvalidCredentials'],
        [{ ...change, newPassword: 'right' }, 'InvalidRequest'],
        [{ ...change, newPassword: 'password1234' }, 'InvalidRequest'],
        [{ ...change, newPassword: `${user.displayName}-`.repeat(4) }, 'InvalidRequest'],
      ] as const)
        expect(await refused(own.operator, 'changePassword', body), body.newPassword).to.equal(tag)
      expect(await tagOf(other.token)).to.equal('Operator')
      const requestId = fresh.hex(16)
      expect(await done(own.operator, 'changePassword', { ...change, requestId })).to.deep.equal({})
      expect(await tagOf(other.token)).to.equal('Unauthenticated')
      expect(await refused(other.operator, 'listOwnSessions', {})).to.equal('Unauthenticated')
      expect(await tagOf(own.token)).to.equal('Operator')
      const ended = await sharing(at, (unit) => unit.sessions.lock(person.sessionId))
      expect(ended?.endedBy).to.equal('password_changed')
      expect((await acts()).at(-1)).to.deep.include({
        action: 'changePassword',
        target: user.userId,
        details: { sessions: 2 },
      })
      await time.advance(MINUTE_MS)
      const again = { email: user.email, code: codeOf(0, time.clock.nowMs()) }
      expect((await left(sessions.begin({ ...again, password: 'right' }, HERE)))._tag).to.equal(
        'InvalidCredentials',
      )
      expect((await right(sessions.begin({ ...again, password: NEW }, HERE))).operator._tag).to.equal(
        'Operator',
      )
      // A replay returns the same response, and the password is stored nowhere.
      const renewed = await right(sessions.find(own.token))
      expect(await done(renewed, 'changePassword', { ...change, requestId })).to.deep.equal({
        replayed: true,
      })
      expect(await refused(renewed, 'changePassword', { ...change, newPassword: 'x', requestId })).to.equal(
        'IdempotencyConflict',
      )
      expect(JSON.stringify(await acts())).to.not.include(NEW)
    })

    it("can't be used to guess the present password", async () => {
      const { signIn, refused } = await anAdmin()
      const { operator } = await signIn()
      const tags: string[] = []
      for (let tries = 0; tries < 6; tries += 1)
        tags.push(
          await refused(operator, 'changePassword', { currentPassword: `wrong ${tries}`, newPassword: NEW }),
        )
      expect(tags).to.deep.equal([...Array<string>(5).fill('InvalidCredentials'), 'TooManyRequests'])
      expect(
        await refused(operator, 'changePassword', { currentPassword: 'right', newPassword: NEW }),
      ).to.equal('TooManyRequests')
    })

    it('replaces the recovery codes with ten new ones, shown once, after a code of the last minutes', async () => {
      const { signIn, done, refused, recoveryCodes: old, acts, sessions, time, user } = await anAdmin()
      const { token, operator } = await signIn()
      const reason = 'The old ones lay on the table.'
      const requestId = fresh.hex(16)
      expect(await refused(operator, 'renewRecoveryCodes', {})).to.equal('InvalidRequest')
      const { recoveryCodes } = await done(operator, 'renewRecoveryCodes', { reason, requestId })
      expect(new Set([...(recoveryCodes ?? []), ...old]).size).to.equal(20)
      expect(await done(operator, 'renewRecoveryCodes', { reason, requestId })).to.deep.equal({
        recoveryCodes: null,
        replayed: true,
      })
      expect((await acts()).at(-1)).to.deep.include({
        action: 'renewRecoveryCodes',
        target: user.userId,
        reason,
        details: { recoveryCodesLeft: 10 },
      })
      for (const code of recoveryCodes ?? []) expect(JSON.stringify(await acts())).to.not.include(code)
      await time.advance(6 * MINUTE_MS)
      expect(await refused(operator, 'renewRecoveryCodes', { reason })).to.equal('PermissionDenied')
      const [code = '', next = ''] = recoveryCodes ?? []
      expect((await left(sessions.confirm(token, old[0] ?? '', HERE)))._tag).to.equal('InvalidCredentials')
      await right(sessions.confirm(token, code, HERE))
      // A cached caller is checked again.
      expect((await done(operator, 'renewRecoveryCodes', { reason })).recoveryCodes).to.have.length(10)
      expect((await left(sessions.confirm(token, next, HERE)))._tag).to.equal('InvalidCredentials')
    })
  })
