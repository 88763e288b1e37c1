import { expect } from 'chai'
import type { OperationName, ResultOf } from '@postrider/core/assembly/registry'
import { grantable } from '@postrider/core/assembly/grantable'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { createPostrider } from '@postrider/core/postrider'
import type { Mail, Mailer } from '@postrider/core/identity/ports/mailer'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { fresh } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { useStorage } from '@postrider/conformance/storage'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { aStoredHolder, claimOf } from '../../../../builders/a-console.js'
import { FACTOR_PORTS, type Holder } from '../../../../builders/a-second-factor.js'
import { totpCodeOf } from '../../../../builders/hand-totp.js'
import { anOperator } from '../../../../builders/an-operator.js'
import { noMail } from '../../../fakes/plain-secrets.js'
import { aWorld } from '../../../fakes/world.js'

const HERE = { requestId: 'req-1', clientAddress: '203.0.113.9' }
const ORIGIN = 'https://console.example.com'
const REASON = 'The telephone lies in a river.'
const NEW = 'a new and quiet night'
const STEP_MS = 30 * SECOND_MS

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`The reset of a lost second factor on ${engine}`, () => {
    const at = useStorage(open)

    /** A person who lost it, and two colleagues. */
    const aLoss = async (mailing: Pick<Mailer, 'isConfigured'> = noMail) => {
      const { ports: plain, time } = aWorld()
      const mails: Mail[] = []
      const send: Mailer['send'] = async (mail) => {
        mails.push(mail)
        return { outcome: 'sent' }
      }
      const mailer: Mailer = { ...noMail, ...mailing, send }
      const ports = { ...plain, ...FACTOR_PORTS, mailer, storage: at.storage }
      const postrider = createPostrider(ports)
      const lost: Holder = await aStoredHolder(ports)
      const { userId } = lost.user
      const signIn = async () => {
        await time.advance(STEP_MS)
        return right(postrider.operatorSessions.begin(claimOf(lost, time.clock.nowMs()), HERE))
      }
      const ask = (caller: Principal, name: OperationName, body: object) =>
        postrider.runOperation(
          caller,
          name,
          caller._tag === 'Agent' ? { requestId: fresh.hex(16), ...body } : body,
          HERE,
        )
      const done = async <K extends OperationName>(caller: Principal, name: K, body: object) =>
        (await right(ask(caller, name, body))).result as ResultOf<K>
      const refused = async (caller: Principal, name: OperationName, body: object) =>
        (await left(ask(caller, name, body)))._tag
      const maker = await anOperator(ports)
      const propose = (caller: Principal = maker) =>
        done(caller, 'resetSecondFactor', { userId, version: lost.admin.version, reason: REASON })
      const acts = async () => right(at.storage.audit.chain(undefined, 0, 1_000))
      return { ports, postrider, time, mails, lost, userId, signIn, done, refused, maker, propose, acts }
    }

    it('needs two other people, and ends all sessions that used the factor', async () => {
      const { postrider, ports, lost, userId, signIn, done, refused, maker, propose, acts, time } =
        await aLoss()
      const { operatorSessions } = postrider
      const { token, operator } = await signIn()
      const ticket = await right(operatorSessions.ticket(token, ORIGIN))
      const { bearer, ...kept } = ports.agentSecrets.create('admin')
      const powers = { kind: 'admin', organizationId: undefined, allowlist: ['listAuditEvents'] } as const
      await exclusively(at, (unit) =>
        unit.agentKeys.add(anAgentKey({ ...kept, ...powers, sponsorId: userId })),
      )
      const { approval } = await propose()
      expect(approval).to.deep.include({
        kind: 'second_factor_reset',
        status: 'pending',
        organizationId: null,
        secondFactor: { userId },
      })
      // Nothing has changed.
      expect((await right(operatorSessions.find(token)))._tag).to.equal('Operator')
      const { approvalId, version } = approval
      const decision = { approvalId, version, decision: 'approve', reason: 'Seen in person.' }
      expect(await refused(maker, 'decideApproval', decision)).to.equal('ApprovalRequired')
      expect(await refused(operator, 'decideApproval', decision)).to.equal('PermissionDenied')
      const money = await anOperator(ports, ['admin.billing'])
      expect(await refused(money, 'decideApproval', decision)).to.equal('PermissionDenied')
      const decider = await anOperator(ports, ['admin.users'])
      const decided = await done(decider, 'decideApproval', decision)
      expect(decided.approval).to.deep.include({ status: 'approved', secondFactor: { userId } })

      expect((await left(operatorSessions.find(token)))._tag).to.equal('Unauthenticated')
      expect((await left(operatorSessions.redeem(ticket, ORIGIN)))._tag).to.equal('Unauthenticated')
      expect(await refused(operator, 'listOwnSessions', {})).to.equal('Unauthenticated')
      await time.advance(STEP_MS)
      for (const code of [lost.codeOf(0, time.clock.nowMs()), lost.recoveryCodes[0] ?? '']) {
        const claim = { ...claimOf(lost, 0), code }
        expect((await left(operatorSessions.begin(claim, HERE)))._tag).to.equal('InvalidCredentials')
      }
      const agent = await right(postrider.authenticateAgent(bearer))
      expect(await refused(agent, 'listAuditEvents', {})).to.equal('PermissionDenied')
      const about = (await acts()).filter(
        ({ target, outcome }) => [approvalId, userId].includes(target) && outcome === 'done',
      )
      const { userId: makerId } = maker.facts.user
      const { userId: deciderId } = decider.facts.user
      expect(about.slice(-3).map(({ action, actor, reason }) => [action, actor.id, reason])).to.deep.equal([
        ['resetSecondFactor', makerId, REASON],
        ['decideApproval', deciderId, decision.reason],
        ['second_factor.reset', deciderId, decision.reason],
      ])
      expect(about.at(-1)?.details).to.deep.equal({ approvalId, sessions: 1 })
    })

    it("leads to an enrollment with the same permissions, by a link to the person's own address", async () => {
      const { ports, postrider, mails, lost, userId, done, propose, time } = await aLoss({
        isConfigured: true,
      })
      const { approvalId, version } = (await propose()).approval
      const decider = await anOperator(ports)
      await done(decider, 'decideApproval', { approvalId, version, decision: 'approve', reason: REASON })
      await right(postrider.sendMails())
      const [mail = expect.fail('no mail')] = mails.filter(({ to }) => to === lost.user.email)
      expect(mail.text).to.match(/Your second factor for Postrider at .* was reset/)
      const [, linkToken = ''] = /\/enrolment#(\S+)/.exec(mail.text) ?? []
      const claim = { token: linkToken, password: NEW }
      const { totpSecret, sealedFactor } = await right(postrider.beginEnrolment(claim))
      const codeNow = () => totpCodeOf(totpSecret, Math.floor(time.clock.nowMs() / STEP_MS))
      await right(postrider.enrol({ ...claim, sealedFactor, code: codeNow() }, HERE))
      await time.advance(STEP_MS)
      const again = { email: lost.user.email, password: NEW, code: codeNow() }
      const { operator } = await right(postrider.operatorSessions.begin(again, HERE))
      expect(operator.facts.admin?.permissions).to.deep.equal(lost.admin.permissions)
      expect(operator.facts.user.userId).to.equal(userId)
    })

    it('leads to an enrollment by a link that a super admin orders, if no mail server is set', async () => {
      const { ports, postrider, lost, done, propose } = await aLoss()
      const { approvalId, version } = (await propose()).approval
      const decider = await anOperator(ports)
      await done(decider, 'decideApproval', { approvalId, version, decision: 'approve', reason: REASON })
      const actor = { kind: 'operator', id: 'cli:asha' } as const
      const { email } = lost.user
      const { link } = await right(postrider.renewEnrolment({ actor, reason: REASON, email }))
      if (link.by !== 'hand') expect.fail('there is no mail server')
      expect((await right(postrider.showEnrolment(link.token))).user.email).to.equal(email)
    })

    it('changes nothing if it is rejected, and needs another person, the present version and a super admin', async () => {
      const { ports, postrider, lost, userId, signIn, done, refused, maker, propose } = await aLoss()
      const { token, operator } = await signIn()
      const wish = { userId, version: lost.admin.version, reason: REASON }
      expect(await refused(operator, 'resetSecondFactor', wish)).to.equal('PermissionDenied')
      expect(await refused(maker, 'resetSecondFactor', { ...wish, version: 9 })).to.equal('Conflict')
      const decider = await anOperator(ports)
      const { userId: makerId } = maker.facts.user
      await exclusively(at, async (unit) => {
        const admin = await unit.superAdmins.lock(makerId)
        if (admin !== undefined) unit.superAdmins.remove(makerId)
      })
      expect(await refused(decider, 'resetSecondFactor', { ...wish, userId: makerId, version: 1 })).to.equal(
        'NotFound',
      )
      // The owner of the factor can reject it.
      const other = await anOperator(ports)
      const { approvalId, version } = (await propose(other)).approval
      const rejection = { approvalId, version, decision: 'reject', reason: 'It is here again.' }
      expect((await done(operator, 'decideApproval', rejection)).approval.status).to.equal('rejected')
      expect((await right(postrider.operatorSessions.find(token)))._tag).to.equal('Operator')
    })

    it("is hidden from Agents, and they can't decide it", async () => {
      const { ports, postrider, done, refused, propose } = await aLoss()
      const { approvalId, version } = (await propose()).approval
      const sponsor = await anOperator(ports)
      const { bearer, ...kept } = ports.agentSecrets.create('admin')
      const powers = { kind: 'admin', organizationId: undefined, allowlist: grantable('admin') } as const
      const key = anAgentKey({ ...kept, ...powers, sponsorId: sponsor.facts.user.userId })
      await exclusively(at, (unit) => unit.agentKeys.add(key))
      const agent = await right(postrider.authenticateAgent(bearer))
      const kind = 'second_factor_reset'
      expect((await done(agent, 'listApprovals', { kind })).approvals).to.deep.equal([])
      const seen = (await done(sponsor, 'listApprovals', { kind, status: 'pending' })).approvals
      expect(seen.map((one) => one.approvalId)).to.include(approvalId)
      const decision = { approvalId, version, decision: 'approve', reason: REASON }
      expect(await refused(agent, 'decideApproval', decision)).to.equal('PermissionDenied')
    })
  })
