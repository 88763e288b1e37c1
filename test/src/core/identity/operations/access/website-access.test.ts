import { expect } from 'chai'
import type { OperationName, ResultOf } from '@postrider/core/assembly/registry'
import { DAY_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { createPostrider } from '@postrider/core/postrider'
import type { Operator, WebsiteUser } from '@postrider/core/identity/use-cases/callers/caller'
import { fresh } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { useStorage } from '@postrider/conformance/storage'
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
  describe(`A person's own access at the website on ${engine}`, () => {
    const at = useStorage(open)

    /** A person who is also a super admin, and so can be signed in at all three places. */
    const somebody = async () => {
      const { ports: plain, time } = aWorld()
      const ports = { ...plain, ...FACTOR_PORTS, storage: at.storage }
      const holder = await aStoredHolder(ports)
      const { personSessions, operatorSessions, signIn, authenticatePerson, runOperation } =
        createPostrider(ports)
      const claim = { email: holder.user.email, password: 'right' }
      let used = 0
      // Each recovery code signs in once.
      const proof = () => ({ ...claim, code: holder.recoveryCodes[used++] ?? '' })
      const atWebsite = () => right(personSessions.begin(proof(), HERE))
      const ask = (caller: WebsiteUser | Operator, name: OperationName, body: object) =>
        runOperation(caller, name, body, HERE)
      const done = async <K extends OperationName>(caller: WebsiteUser | Operator, name: K, body: object) =>
        (await right(ask(caller, name, body))).result as ResultOf<K>
      return {
        ...holder,
        time,
        claim,
        proof,
        personSessions,
        done,
        refused: async (caller: WebsiteUser | Operator, name: OperationName, body: object) =>
          (await left(ask(caller, name, body)))._tag,
        atWebsite,
        atConsole: async () => {
          await time.advance(30 * SECOND_MS)
          return right(operatorSessions.begin(claimOf(holder, time.clock.nowMs()), HERE))
        },
        overApi: () => right(signIn(proof(), HERE)),
        isLetIn: async (token: string) => (await personSessions.find(token)())._tag === 'Right',
        isLetInOverApi: async (token: string) => (await authenticatePerson(token)())._tag === 'Right',
      }
    }

    it('lists their sessions at all places, and marks that of the request', async () => {
      const me = await somebody()
      const [api, website] = [await me.overApi(), await me.atWebsite()]
      await (await somebody()).atWebsite()
      const { operator } = await me.atConsole()
      const { sessions } = await me.done(website.user, 'listOwnSessions', {})
      expect(sessions.map(({ place, isCurrent }) => [place, isCurrent])).to.have.deep.members([
        ['api', false],
        ['console', false],
        ['website', true],
      ])
      expect(sessions[0]?.place).to.equal('console')
      const own = sessions.find(({ isCurrent }) => isCurrent)
      expect(own).to.include({
        sessionId: website.user.facts.session.sessionId,
        clientAddress: HERE.clientAddress,
      })
      expect(Date.parse(own?.endsAt ?? '') - Date.parse(own?.seenAt ?? '')).to.equal(DAY_MS)
      const seenThere = await me.done(operator, 'listOwnSessions', {})
      expect(seenThere.sessions.map(({ place, isCurrent }) => [place, isCurrent])).to.deep.include.members([
        ['console', true],
        ['website', false],
      ])
      expect(JSON.stringify(sessions))
        .to.not.include(api.accessToken)
        .and.not.match(/verifier|digest|pr[a-z]t_/i)
    })

    it("ends any of their sessions, of every kind, and no other person's", async () => {
      const [me, stranger] = [await somebody(), await somebody()]
      const [api, website, here] = [await me.overApi(), await me.atWebsite(), await me.atWebsite()]
      const { operator } = await me.atConsole()
      const theirs = await stranger.atWebsite()
      const { sessions } = await me.done(here.user, 'listOwnSessions', {})
      for (const sessionId of [theirs.user.facts.session.sessionId, fresh.id('ses'), 'nonsense'])
        expect(await me.refused(here.user, 'endOwnSession', { sessionId, ...RIGHT })).to.equal('NotFound')
      for (const { sessionId } of sessions) {
        expect(await stranger.refused(theirs.user, 'endOwnSession', { sessionId, ...RIGHT })).to.equal(
          'NotFound',
        )
        if (sessionId === here.user.facts.session.sessionId) continue
        await me.done(here.user, 'endOwnSession', { sessionId, ...RIGHT })
        expect(await me.refused(here.user, 'endOwnSession', { sessionId, ...RIGHT })).to.equal('NotFound')
      }
      expect(await me.isLetIn(website.token)).to.equal(false)
      expect(await me.isLetInOverApi(api.accessToken)).to.equal(false)
      expect(await me.refused(operator, 'listOwnSessions', {})).to.equal('Unauthenticated')
      expect((await me.done(here.user, 'listOwnSessions', {})).sessions).to.have.length(1)
      expect(await stranger.isLetIn(theirs.token)).to.equal(true)
    })

    it('needs the password to end them, and counts failures like those of sign-ins', async () => {
      const me = await somebody()
      const [there, here] = [await me.atWebsite(), await me.atWebsite()]
      const { sessionId } = there.user.facts.session
      const wrong = { currentPassword: 'wrong' }
      expect(await me.refused(here.user, 'endOwnSession', { sessionId, ...wrong })).to.equal(
        'InvalidCredentials',
      )
      expect(await me.refused(here.user, 'endOwnSessions', wrong)).to.equal('InvalidCredentials')
      expect(await me.refused(here.user, 'endOwnSessions', {})).to.equal('InvalidRequest')
      for (const { token } of [there, here]) expect(await me.isLetIn(token)).to.equal(true)
      for (let tries = 2; tries < 5; tries += 1) await me.refused(here.user, 'endOwnSessions', wrong)
      expect(await me.refused(here.user, 'endOwnSessions', RIGHT)).to.equal('TooManyRequests')
    })

    it("ends all of their sessions at once, with the present one, and no other person's", async () => {
      const [me, stranger] = [await somebody(), await somebody()]
      const [api, website, here] = [await me.overApi(), await me.atWebsite(), await me.atWebsite()]
      const theirs = await stranger.atWebsite()
      expect(await me.done(here.user, 'endOwnSessions', RIGHT)).to.deep.equal({ ended: 3 })
      for (const { token } of [website, here]) expect(await me.isLetIn(token)).to.equal(false)
      expect(await me.isLetInOverApi(api.accessToken)).to.equal(false)
      expect(await me.refused(here.user, 'listOwnSessions', {})).to.equal('Unauthenticated')
      expect(await stranger.isLetIn(theirs.token)).to.equal(true)
    })

    it('changes their password with the present one, and keeps only the session of the request', async () => {
      const me = await somebody()
      const [api, website, here] = [await me.overApi(), await me.atWebsite(), await me.atWebsite()]
      const change = { currentPassword: 'right', newPassword: NEW }
      expect(await me.refused(here.user, 'changePassword', { ...change, currentPassword: 'wrong' })).to.equal(
        'InvalidCredentials',
      )
      expect(await me.isLetIn(website.token)).to.equal(true)
      await me.done(here.user, 'changePassword', change)
      expect(await me.isLetIn(website.token)).to.equal(false)
      expect(await me.isLetInOverApi(api.accessToken)).to.equal(false)
      expect(await me.isLetIn(here.token)).to.equal(true)
      await right(me.personSessions.begin({ ...me.proof(), password: NEW }, HERE))
      expect((await left(me.personSessions.begin(me.claim, HERE)))._tag).to.equal('InvalidCredentials')
    })
  })
