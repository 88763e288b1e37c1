import { expect } from 'chai'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { aFirstSetUp, aProductionOrder } from '../../builders/a-first-set-up.js'
import { left, right, thrown } from '@postrider/conformance/outcome'
import { takeMail } from '../../adapters/mail-smtp/take-mail.js'
import { anInstallation, BY_OLU, type Installation, NOWHERE } from './an-installation.js'
import { granted } from '../../builders/granted.js'

const PASSWORD = aFirstSetUp().firstAdmin.password

describe('The first setup', () => {
  const open: Array<{ close(): Promise<unknown> }> = []
  const installed = async (...given: Parameters<typeof anInstallation>): Promise<Installation> => {
    const installation = await anInstallation(...given)
    open.push(installation)
    return installation
  }
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close()
  })

  it('creates an installation that can send on every channel, with consistent books and a valid audit log', async () => {
    const at = await installed()
    const made = await at.setUp()
    await at.dispatch()
    await at.send(made, 'email', 'asha@example.com', 'DELIVERED')
    await at.send(made, 'sms', '+919876543210', 'DELIVERED')
    await at.send(made, 'whatsapp', '+447400123456', 'DELIVERED')
    const server = await right(at.postrider.authenticate(made.credential.bearer, '127.0.0.1'))
    const caller = granted(server, 'billing.read')
    const { postedMinor } = await right(at.postrider.getBalance(caller, 'INR'))
    expect(postedMinor).to.equal(100_000 - 4 - 18 - 80)
    expect(await at.findings()).to.deep.equal([])
  })

  it('creates an OTP template, whose code can be sent and verified', async () => {
    const at = await installed()
    const { credential, templates, ...made } = await at.setUp()
    const otp = templates.find(({ category }) => category === 'otp') ?? expect.fail('no template for OTPs')
    const server = await right(at.postrider.authenticate(credential.bearer, '127.0.0.1'))
    const caller = granted(server, 'messages.send')
    const { templateId, otpVariable = '' } = otp
    const challenge = { channel: 'sms', to: '+447400123457', templateId, otpVariable } as const
    const rest = { variables: {}, otpLength: 6, ttlSeconds: 300 }
    const sent = await right(at.postrider.sendOtp(caller, 'first-otp', { ...challenge, ...rest }))
    expect(sent.challengeId).to.match(/^otp_/)
    expect(made.environment).to.equal('test')
  })

  it('creates a super admin with a second factor who owns the organization', async () => {
    const at = await installed()
    const { firstAdmin, organizationId } = await at.setUp()
    const claim = { email: firstAdmin.email, password: PASSWORD }
    const admitted = await right(
      at.postrider.admitOperator({ ...claim, code: at.codeOf(firstAdmin.totpSecret) }, NOWHERE),
    )
    expect(admitted.facts.admin?.permissions).to.include('admin.billing')
    const [code = '', another = ''] = firstAdmin.recoveryCodes
    await right(at.postrider.admitOperator({ ...claim, code }, NOWHERE))
    expect((await left(at.postrider.signIn(claim, NOWHERE)))._tag).to.equal('SecondFactorRequired')
    const { accessToken } = await right(at.postrider.signIn({ ...claim, code: another }, NOWHERE))
    const person = await right(at.postrider.authenticatePerson(accessToken))
    expect(
      person.facts.memberships.map(({ member, organization }) => [member.role, organization.organizationId]),
    ).to.deep.equal([['owner', organizationId]])
  })

  it('writes each step to the audit log, including how the second super admin gets a link', async () => {
    const at = await installed()
    const made = await at.setUp()
    const events = await at.audited()
    for (const { actor, reason, details, action } of events.filter(
      (event) => event.actor.kind !== 'system',
    )) {
      expect(actor, action).to.deep.equal(BY_OLU.actor)
      expect(reason, action).to.equal(BY_OLU.reason)
      expect(details, action).to.include({ occasion: 'first set-up' })
    }
    const count = (action: string) => events.filter((event) => event.action === action).length
    expect({
      admins: count('super_admin.create') + count('super_admin.invite'),
      prices: count('price_version.set'),
      credits: count('balance.credit'),
      reviews: count('decideTemplateReview'),
      all: count('first_set_up'),
    }).to.deep.equal({ admins: 2, prices: 4, credits: 1, reviews: 4, all: 1 })
    const last = events.find(({ action }) => action === 'first_set_up')
    expect(last).to.deep.include({ target: made.organizationId, organizationId: undefined })
    expect(last?.details).to.include({ secondAdmin: made.secondAdmin.userId, link: 'printed' })
  })

  it('runs once: if a super admin exists, nothing is written', async () => {
    const at = await installed()
    await at.setUp()
    const before = await at.audited()
    const others = { email: 'ravi@example.com', displayName: 'Ravi', password: PASSWORD }
    const again = aFirstSetUp({
      firstAdmin: others,
      secondAdmin: { ...others, email: 'zoe@example.com' },
    })
    expect(await left(at.postrider.firstSetUp(again, BY_OLU))).to.include({ _tag: 'InvalidRequest' })
    const proper = { ...again, secondAdmin: { email: 'zoe@example.com', displayName: 'Zoe' } }
    expect(await left(at.postrider.firstSetUp(proper, BY_OLU))).to.include({ _tag: 'Conflict' })
    await right(at.postrider.disableUserByCommand({ ...BY_OLU, email: 'olu@example.com' }))
    expect(await left(at.postrider.firstSetUp(proper, BY_OLU))).to.include({ _tag: 'Conflict' })
    expect(await at.audited()).to.have.length(before.length + 1)
  })

  it('is refused if `admin create` has created one, or an address belongs to a user', async () => {
    const at = await installed()
    const user = { ...BY_OLU, email: 'MINA@example.com', displayName: 'Mina', password: PASSWORD }
    await right(at.postrider.createUser(user))
    const taken = await left(at.postrider.firstSetUp(aFirstSetUp(), BY_OLU))
    expect(taken).to.include({ _tag: 'Conflict' })
    expect(taken).to.have.property('message').that.includes('second admin')
    await right(at.postrider.createSuperAdmin({ ...user, email: 'root@example.com' }))
    expect(await left(at.postrider.firstSetUp(aFirstSetUp(), BY_OLU)))
      .to.have.property('message')
      .that.includes('already set up')
    expect(await at.audited()).to.have.length(2)
  })

  it('leaves nothing behind if it is interrupted at any point', async () => {
    let isBroken = true
    const late = (purpose: string) => {
      if (isBroken && purpose === 'audit') throw new Error('cut off')
    }
    const at = await installed(
      {},
      {
        keyedDigests: (made) => ({
          ...made,
          of: (purpose, text, under) => {
            late(purpose)
            return made.of(purpose, text, under)
          },
        }),
      },
    )
    expect(String(await thrown(at.postrider.firstSetUp(aFirstSetUp(), BY_OLU)))).to.include('cut off')
    expect(await at.audited()).to.deep.equal([])
    const { value } = await right(at.ports.storage.administration.providerAccounts())
    expect(value).to.deep.equal([])
    isBroken = false
    const made = await at.setUp()
    expect(made.templates).to.have.length(4)
    expect(await at.findings()).to.deep.equal([])
  })

  it('opens production per channel, and emails the second super admin if there is a mail server', async () => {
    const server = await takeMail()
    open.push(server)
    const at = await installed({
      POSTRIDER_MAIL_URL: `smtp://127.0.0.1:${server.port}?tls=none`,
      POSTRIDER_MAIL_FROM: 'no-reply@example.org',
      POSTRIDER_MASTER_KEY: newMasterKey(),
    })
    const [provider = expect.fail()] = aProductionOrder().providers
    const settings = { host: '127.0.0.1', port: server.port, tls: 'none' }
    const made = await at.setUp(aProductionOrder({ providers: [{ ...provider, settings }] }))
    expect(made.secondAdmin.link).to.deep.equal({ by: 'mail' })
    expect(made.templates.map(({ channel }) => channel)).to.deep.equal(['email'])
    await at.dispatch()
    await at.send(made, 'email', 'asha@example.com', 'SUBMITTED')
    const events = await at.audited()
    expect(events.find(({ action }) => action === 'first_set_up')?.details).to.include({ link: 'by mail' })
    expect(events.filter(({ action }) => action === 'setOrganizationEntitlement')).to.have.length(1)
    expect(await at.findings()).to.deep.equal([])
  })
})
