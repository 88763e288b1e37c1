import { expect } from 'chai'
import type { SignUpPolicy } from '@postrider/core/identity/domain/people/sign-up'
import { DEFAULT_PRODUCT } from '@postrider/core/kernel/texts/product'
import { DAY_MS, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Mail } from '@postrider/core/identity/ports/mailer'
import { createPostrider } from '@postrider/core/postrider'
import { left, right } from '@postrider/conformance/outcome'
import { anOperator } from '../../../../builders/an-operator.js'
import { aStoredPerson } from '../../../../builders/a-website.js'
import { overheardMail } from '../../../../builders/overheard-mail.js'
import { secretPorts } from '../../../../builders/secret-ports.js'
import { plainPasswords } from '../../../fakes/plain-secrets.js'
import { aWorld } from '../../../fakes/world.js'

const HERE = { requestId: 'req-1', clientAddress: '203.0.113.9' }
const PASSWORD = 'seven green bicycles'
const WEBSITE = 'https://postrider.example.com'
const NOT_FOUND = { _tag: 'NotFound', fields: [] }

const platformOf = (signUp: SignUpPolicy) => ({
  publicUrl: 'https://api.example.com',
  consoleUrl: 'https://console.example.com',
  websiteUrl: WEBSITE,
  signUp,
  product: DEFAULT_PRODUCT,
  contractVersion: '1.2.0',
  currency: 'INR',
  currencies: ['INR'],
  testCreditMinor: 100_000,
})

/** A service with these sign-up rules, and the emails that it sent. */
const aService = (policy: SignUpPolicy = 'open') => {
  const { ports: plain, memory, time } = aWorld()
  const mails: Mail[] = []
  const secrets = { ...secretPorts(new Map()), passwords: plainPasswords }
  const ports = { ...plain, ...secrets, mailer: overheardMail(mails) }
  const under = (signUp: SignUpPolicy) => createPostrider(ports, {}, platformOf(signUp))
  const postrider = under(policy)
  /** Signs up from a client of its own, and sends the pending emails. */
  const ask = async (email: string, clientAddress = HERE.clientAddress): Promise<Mail | undefined> => {
    await right(postrider.requestSignUp(email, { ...HERE, clientAddress }))
    await right(postrider.sendMails())
    return mails.splice(0)[0]
  }
  const tokenIn = (mail: Mail | undefined): string =>
    /\/sign-up\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? expect.fail('no link came')
  const signUp = (token: string, displayName = 'Mina Rao', password = PASSWORD) =>
    postrider.signUp({ token, displayName, password }, HERE)
  const { people, audit, mailJobs } = memory.tables
  return { ports, postrider, under, mails, ask, tokenIn, signUp, people, audit, mailJobs, time }
}

describe('Signing up', () => {
  it("makes a user with a link that works once and isn't used up by opening it", async () => {
    const { ask, tokenIn, signUp, postrider, people, audit } = aService()
    const mail = await ask('Mina.Rao@example.org')
    expect(mail).to.include({ to: 'Mina.Rao@example.org', subject: 'Create your Postrider account' })
    const token = tokenIn(mail)
    expect(mail?.text).to.include(`${WEBSITE}/sign-up?token=prlt_`)
    for (let look = 0; look < 3; look += 1)
      expect(await right(postrider.showSignUp(token))).to.include({ email: 'Mina.Rao@example.org' })
    const user = await right(signUp(token, '  Mina Rao '))
    expect(user).to.include({ emailKey: 'mina.rao@example.org', displayName: 'Mina Rao', status: 'active' })
    expect(audit.at(-1)).to.deep.include({
      action: 'user.sign_up',
      target: user.userId,
      actor: { kind: 'user', id: user.userId },
    })
    expect([people.signUps.size, people.members.size]).to.deep.equal([0, 0])
    expect(await left(postrider.showSignUp(token))).to.deep.equal(NOT_FOUND)
    expect(await left(signUp(token))).to.deep.equal(NOT_FOUND)
    await right(postrider.personSessions.begin({ email: user.email, password: PASSWORD }, HERE))
  })

  it('makes one user when two tabs use one link at once', async () => {
    const { ask, tokenIn, signUp, people } = aService()
    const before = people.users.size
    const token = tokenIn(await ask('mina@example.org'))
    const done = await Promise.all([signUp(token, 'Mina')(), signUp(token, 'Nima')()])
    expect(done.filter(E.isRight)).to.have.length(1)
    expect(done.filter(E.isLeft).map((one) => one.left)).to.deep.equal([NOT_FOUND])
    expect(people.users.size).to.equal(before + 1)
  })

  it("keeps a link valid if the name or password isn't allowed", async () => {
    const { ask, tokenIn, signUp, people } = aService()
    const token = tokenIn(await ask('mina@example.org'))
    const brokenBy = async (name: string, password = PASSWORD) => {
      const refused = await left(signUp(token, name, password))
      return 'fields' in refused ? refused.fields.map(({ field, code }) => [field, code]) : refused
    }
    expect(await brokenBy('😀'.repeat(200))).to.deep.equal([['/displayName', 'too_long']])
    expect(await brokenBy(' ', 'short')).to.deep.equal([
      ['/displayName', 'too_short'],
      ['/password', 'too_short'],
    ])
    expect(await brokenBy('Mina\u0000Rao')).to.deep.equal([['/displayName', 'format']])
    expect(await brokenBy('Mina Rao', 'minaminamina')).to.deep.equal([['/password', 'not_allowed']])
    expect(people.signUps.size).to.equal(1)
    expect(await right(signUp(token, '😀'.repeat(100)))).to.include({ email: 'mina@example.org' })
  })

  it('accepts only the newest link of an address, for a day', async () => {
    const { ask, tokenIn, signUp, postrider, time } = aService()
    const first = tokenIn(await ask('mina@example.org'))
    const second = tokenIn(await ask('MINA@example.org'))
    expect(await left(signUp(first))).to.deep.equal(NOT_FOUND)
    await time.advance(DAY_MS - 1)
    await right(postrider.showSignUp(second))
    await time.advance(1)
    expect(await left(signUp(second))).to.deep.equal(NOT_FOUND)
    for (const broken of ['', 'x', `${second}x`, first.replace('prlt_', 'prat_')])
      expect(await left(postrider.showSignUp(broken)), broken).to.deep.equal(NOT_FOUND)
  })

  it('notifies the holder of an existing account, and shows the requester nothing', async () => {
    const { ask, ports, people } = aService()
    const user = await aStoredPerson(ports)
    const mail = await ask(user.email.toUpperCase())
    expect(mail).to.include({ to: user.email, subject: 'You already have an account at Postrider' })
    expect(mail?.text).to.include(`${WEBSITE}/sign-in`).and.to.include(`${WEBSITE}/recover`)
    expect(people.signUps.size).to.equal(0)
  })

  it('sends an address three emails an hour for any requesters, and a client ten for any addresses', async () => {
    const { ask, time } = aService()
    const sent = []
    for (let at = 0; at < 5; at += 1) sent.push(await ask('mina@example.org', `198.51.100.${at}`))
    expect(sent.filter((mail) => mail !== undefined)).to.have.length(3)
    let others = 0
    for (let at = 0; at < 200; at += 1) if (await ask(`a${at}@example.org`, '192.0.2.7')) others += 1
    expect(others).to.equal(10)
    await time.advance(2 * HOUR_MS)
    expect(await ask('mina@example.org', '192.0.2.7')).to.not.equal(undefined)
  })

  it('treats 10,000 addresses of one client like ten: neither emails nor memory grow with them', async () => {
    const { ports, people, mailJobs, under } = aService()
    let units = 0
    const { transact } = ports.storage.units
    const counted: typeof transact = (kind, work) => {
      units += 1
      return transact(kind, work)
    }
    const storage = { ...ports.storage, units: { ...ports.storage.units, transact: counted } }
    const postrider = createPostrider({ ...ports, storage }, {}, platformOf('open'))
    for (let count = 0; count < 10_000; count += 1)
      await right(postrider.requestSignUp(`a${count}@example.org`, HERE))
    const kept = () => [units, people.throttles.size, mailJobs.size, people.signUps.size]
    // Beyond its limit, a client gets a response without a unit of work.
    expect(kept()).to.deep.equal([10, 1, 10, 0])
    await right(postrider.requestSignUp('mina@example.org', { ...HERE, clientAddress: '198.51.100.1' }))
    expect(kept()).to.deep.equal([11, 2, 11, 0])
    // Another process doesn't know the limit until it has read it.
    const elsewhere = under('open')
    for (let count = 0; count < 3; count += 1)
      await right(elsewhere.requestSignUp(`b${count}@example.org`, HERE))
    expect(mailJobs.size).to.equal(11)
  })

  it('refuses a link that was replaced while its password was being hashed', async () => {
    const { ports, postrider, ask, tokenIn, people } = aService()
    const first = tokenIn(await ask('mina@example.org'))
    const { passwords } = ports
    const hash: typeof passwords.hash = (password) => async () => {
      await ask('mina@example.org')
      return passwords.hash(password)()
    }
    const slow = createPostrider({ ...ports, passwords: { ...passwords, hash } }, {}, platformOf('open'))
    const before = people.users.size
    const typed = { token: first, displayName: 'Mina Rao', password: PASSWORD }
    expect(await left(slow.signUp(typed, HERE))).to.deep.equal(NOT_FOUND)
    expect([people.users.size, people.signUps.size]).to.deep.equal([before, 1])
    expect(await left(postrider.showSignUp(first))).to.deep.equal(NOT_FOUND)
  })

  it('makes no second user if the address accepted an invitation meanwhile', async () => {
    const { ask, tokenIn, signUp, ports, people } = aService()
    const token = tokenIn(await ask('mina@example.org'))
    await aStoredPerson(ports, { email: 'mina@example.org', emailKey: 'mina@example.org' })
    const before = people.users.size
    expect(await left(signUp(token))).to.deep.equal(NOT_FOUND)
    expect(people.users.size).to.equal(before)
  })

  it('is only for people whom a super admin invited, unless it is open', async () => {
    const { ask, tokenIn, signUp, under, ports, postrider, mails, time } = aService('invited')
    expect(await ask('stranger@example.org')).to.equal(undefined)
    const invite = async (email: string) => {
      const operator = await anOperator(ports, ['admin.organizations'])
      const body = { email, reason: 'They asked at the fair.' }
      return postrider.runOperation(operator, 'inviteCustomer', body, HERE)()
    }
    const invited = await invite('mina@example.org')
    expect(E.isRight(invited) && invited.right.result).to.have.nested.property('invitation.email')
    await right(postrider.sendMails())
    const [mail] = mails.splice(0)
    expect(mail).to.include({ to: 'mina@example.org', subject: 'Invitation to Postrider' })
    const first = tokenIn(mail)
    await time.advance(6 * DAY_MS)
    // A person who lost the email requests another one. The invitation keeps its expiry.
    const again = tokenIn(await ask('mina@example.org'))
    expect(await left(signUp(first))).to.deep.equal(NOT_FOUND)
    await right(postrider.showSignUp(again))
    await right(signUp(again))
    const refused = await invite('Mina@example.org')
    expect(E.isLeft(refused) && refused.left).to.include({ _tag: 'Conflict' })
    await invite('late@example.org')
    await time.advance(7 * DAY_MS)
    expect(await ask('late@example.org')).to.equal(undefined)
    // A link from open sign-up is no longer valid.
    await right(under('open').requestSignUp('early@example.org', HERE))
    await right(under('open').sendMails())
    const early = tokenIn(mails.splice(0)[0])
    await right(under('open').showSignUp(early))
    expect(await left(postrider.showSignUp(early))).to.deep.equal(NOT_FOUND)
  })

  it('does the same work for every address', async () => {
    const { ports } = aService()
    const user = await aStoredPerson(ports)
    const unitsOf = async (signUp: SignUpPolicy, email: string): Promise<number> => {
      let units = 0
      const { transact } = ports.storage.units
      const counted: typeof transact = (kind, work) => {
        units += 1
        return transact(kind, work)
      }
      const storage = { ...ports.storage, units: { ...ports.storage.units, transact: counted } }
      const postrider = createPostrider({ ...ports, storage }, {}, platformOf(signUp))
      await right(postrider.requestSignUp(email, HERE))
      return units
    }
    for (const policy of ['open', 'invited'] as const)
      expect([await unitsOf(policy, user.email), await unitsOf(policy, 'nobody@example.org')]).to.deep.equal([
        1, 1,
      ])
  })
})
