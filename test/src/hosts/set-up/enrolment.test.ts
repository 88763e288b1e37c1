import { expect } from 'chai'
import { aFirstSetUp } from '../../builders/a-first-set-up.js'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { FirstSetUp } from '@postrider/core/identity/domain/first-set-up'
import { eventually } from '@postrider/conformance/eventually'
import { left, right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { takeMail, type TakingServer } from '../../adapters/mail-smtp/take-mail.js'
import { anInstallation, BY_OLU, type Installation, NOWHERE } from './an-installation.js'

const PASSWORD = 'eleven purple kettles'
const MINA = 'mina@example.com'

const tokenOf = ({ secondAdmin: { link } }: Pick<FirstSetUp, 'secondAdmin'>): string =>
  link.by === 'hand' ? link.token : expect.fail('the link went by mail')

describe('An enrollment', () => {
  const open: Array<{ close(): Promise<unknown> }> = []
  let skewMs = 0
  const installed = async (settings: Readonly<Record<string, string>> = {}): Promise<Installation> => {
    skewMs = 0
    const clock = (made: { nowMs(): number }) => ({ ...made, nowMs: () => made.nowMs() + skewMs })
    const installation = await anInstallation(settings, { clock })
    open.push(installation)
    return installation
  }
  const mailing = async (): Promise<{ readonly at: Installation; readonly server: TakingServer }> => {
    const server = await takeMail()
    open.push(server)
    const at = await installed({
      POSTRIDER_MAIL_URL: `smtp://127.0.0.1:${server.port}?tls=none`,
      POSTRIDER_MAIL_FROM: 'no-reply@example.org',
    })
    return { at, server }
  }
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close()
  })

  const enrolled = async (at: Installation, token: string) => {
    const begun = await right(at.postrider.beginEnrolment({ token, password: PASSWORD }))
    const { sealedFactor, totpSecret } = begun
    const proof = { token, password: PASSWORD, sealedFactor, code: at.codeOf(totpSecret) }
    return { ...(await right(at.postrider.enrol(proof, NOWHERE))), totpSecret, proof }
  }

  it("makes its holder a super admin with password and authenticator, who decides the first one's proposals", async () => {
    const at = await installed()
    const made = await at.setUp()
    const token = tokenOf(made)
    const shown = await right(at.postrider.showEnrolment(token))
    expect(shown.user).to.deep.include({ email: MINA, displayName: 'Mina', passwordHash: undefined })
    const { user, recoveryCodes, totpSecret } = await enrolled(at, token)
    expect(user.userId).to.equal(made.secondAdmin.userId)
    expect(recoveryCodes).to.have.length(10)
    const first = aFirstSetUp().firstAdmin
    const maker = await right(
      at.postrider.admitOperator({ ...first, code: at.codeOf(made.firstAdmin.totpSecret) }, NOWHERE),
    )
    const decider = await right(
      at.postrider.admitOperator({ email: MINA, password: PASSWORD, code: recoveryCodes[0] ?? '' }, NOWHERE),
    )
    const { organizationId } = made
    const credit = { organizationId, currency: 'INR', amountMinor: 7, reason: 'More of it.' }
    const proposed = await right(at.postrider.runOperation(maker, 'proposeBalanceCredit', credit, NOWHERE))
    const { approvalId, version } = (
      proposed.result as { readonly approval: { readonly approvalId: string; readonly version: number } }
    ).approval
    const decision = { approvalId, version, decision: 'approve', reason: 'As agreed.' }
    const own = await left(at.postrider.runOperation(maker, 'decideApproval', decision, NOWHERE))
    expect(own._tag).to.equal('ApprovalRequired')
    await right(at.postrider.runOperation(decider, 'decideApproval', decision, NOWHERE))
    const events = await at.audited()
    expect(events.find(({ action }) => action === 'super_admin.enrol')).to.deep.include({
      actor: { kind: 'user', id: user.userId },
      target: user.userId,
      details: { sessions: 0 },
    })
    expect(totpSecret).to.match(/^[A-Z2-7]{32}$/)
    expect(await at.findings()).to.deep.equal([])
  })

  it('lets its holder do nothing before it is complete: sign in, open the console, decide, or sponsor a key', async () => {
    const at = await installed()
    const made = await at.setUp()
    const claim = { email: MINA, password: PASSWORD }
    expect((await left(at.postrider.signIn(claim, NOWHERE)))._tag).to.equal('InvalidCredentials')
    const admitted = await left(at.postrider.admitOperator({ ...claim, code: '123456' }, NOWHERE))
    expect(admitted._tag).to.equal('InvalidCredentials')
    const { userId } = made.secondAdmin
    expect((await right(at.ports.storage.people.operator(userId))).value).to.equal(undefined)
    const known = await right(at.ports.storage.administration.superAdmins(undefined, 9))
    expect(known.value.map(({ user }) => user.email)).to.deep.equal(['olu@example.com'])
    // A password from a recovery link doesn't make the person a super admin either.
    await exclusively(at.ports, async (unit) => {
      const user = (await unit.users.lock(userId)) ?? expect.fail('nobody')
      const hash = await right(at.ports.passwords.hash(PASSWORD))
      unit.users.replace({ ...user, passwordHash: hash, version: 2 })
    })
    const still = await left(at.postrider.admitOperator({ ...claim, code: '123456' }, NOWHERE))
    expect(still._tag).to.equal('InvalidCredentials')
    // Existing sessions end when a person enrolls.
    const { accessToken } = await right(at.postrider.signIn(claim, NOWHERE))
    await enrolled(at, tokenOf(made))
    expect((await left(at.postrider.authenticatePerson(accessToken)))._tag).to.equal('Unauthenticated')
  })

  it('works once, within seven days; other links get the same response', async () => {
    const at = await installed()
    const made = await at.setUp()
    const token = tokenOf(made)
    for (const wrong of ['', 'prlt_nothing', `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`])
      expect((await left(at.postrider.showEnrolment(wrong)))._tag).to.equal('NotFound')
    skewMs = 7 * DAY_MS - 60_000
    await right(at.postrider.showEnrolment(token))
    skewMs = 7 * DAY_MS + 60_000
    expect((await left(at.postrider.beginEnrolment({ token, password: PASSWORD })))._tag).to.equal('NotFound')
    skewMs = 0
    const { proof } = await enrolled(at, token)
    expect((await left(at.postrider.enrol(proof, NOWHERE)))._tag).to.equal('NotFound')
    expect((await left(at.postrider.showEnrolment(token)))._tag).to.equal('NotFound')
  })

  it('rejects weak passwords, foreign secrets and wrong codes, and counts the codes', async () => {
    const at = await installed()
    const token = tokenOf(await at.setUp())
    for (const password of ['short', 'Mina mina mina'])
      expect((await left(at.postrider.beginEnrolment({ token, password })))._tag).to.equal('InvalidRequest')
    const { sealedFactor, totpSecret } = await right(
      at.postrider.beginEnrolment({ token, password: PASSWORD }),
    )
    const claim = { token, password: PASSWORD }
    const code = at.codeOf(totpSecret)
    for (const foreign of [
      '',
      'v1.k1.00',
      `${sealedFactor}x`,
      at.ports.keyRing.seal(totpSecret, 'elsewhere', undefined),
    ]) {
      const refused = await left(at.postrider.enrol({ ...claim, sealedFactor: foreign, code }, NOWHERE))
      expect(refused, foreign).to.deep.include({ _tag: 'InvalidRequest' })
    }
    const wrong = { ...claim, sealedFactor, code: at.codeOf(totpSecret, 99) }
    for (let tries = 0; tries < 5; tries += 1)
      expect((await left(at.postrider.enrol(wrong, NOWHERE)))._tag).to.equal('InvalidCredentials')
    expect((await left(at.postrider.enrol({ ...wrong, code }, NOWHERE)))._tag).to.equal('TooManyRequests')
    skewMs = 16 * 60_000
    await right(at.postrider.enrol({ ...wrong, code: at.codeOf(totpSecret) }, NOWHERE))
  })

  it('gets a new link by command, which invalidates the previous one; a disabled user gets none', async () => {
    const at = await installed()
    const first = tokenOf(await at.setUp())
    const renewed = await right(at.postrider.renewEnrolment({ ...BY_OLU, email: 'MINA@example.com' }))
    const second = tokenOf({ secondAdmin: renewed })
    expect((await left(at.postrider.showEnrolment(first)))._tag).to.equal('NotFound')
    await right(at.postrider.disableUserByCommand({ ...BY_OLU, email: MINA }))
    expect((await left(at.postrider.showEnrolment(second)))._tag).to.equal('NotFound')
    const none = await left(at.postrider.renewEnrolment({ ...BY_OLU, email: MINA }))
    expect(none._tag).to.equal('NotFound')
    await right(at.postrider.enableUserByCommand({ ...BY_OLU, email: MINA }))
    await enrolled(at, second)
    for (const email of [MINA, 'olu@example.com', 'nobody@example.com'])
      expect((await left(at.postrider.renewEnrolment({ ...BY_OLU, email })))._tag).to.equal('NotFound')
    const [event] = (await at.audited()).filter(({ action }) => action === 'super_admin_enrolment.renew')
    expect(event).to.deep.include({ actor: BY_OLU.actor, details: { link: 'printed' } })
  })

  it('is emailed to its holder with a link that is created with the email, and invalidated by another command', async () => {
    const { at, server } = await mailing()
    const made = await at.setUp()
    expect(made.secondAdmin.link).to.deep.equal({ by: 'mail' })
    // Another link is requested before any email was sent: only the newer of the two emails is sent.
    const renewed = await right(at.postrider.renewEnrolment({ ...BY_OLU, email: MINA }))
    expect(renewed.link).to.deep.equal({ by: 'mail' })
    await at.dispatch()
    await eventually('mailed', () => Promise.resolve(server.mails.length > 0))
    const [mail = expect.fail('no mail')] = server.mails
    const text = mail.raw.replace(/=\r?\n/g, '')
    const token = /\/enrolment#(prlt_[0-9A-Za-z]{49})/.exec(text)?.[1] ?? expect.fail(text)
    expect([mail.to, text.includes('postrider admin enrol')]).to.deep.equal([[MINA], true])
    await enrolled(at, token)
    expect(server.mails).to.have.length(1)
  })

  it('has no valid link in a restored database, and no email that creates one', async () => {
    const { at, server } = await mailing()
    await at.setUp()
    await exclusively(at.ports, (unit) => unit.restoration.endAccess(at.ports.clock.nowMs()))
    expect(await right(at.postrider.sendMails())).to.equal(1)
    expect(await right(at.postrider.sendMails())).to.equal(0)
    expect(server.mails).to.have.length(0)
  })
})
