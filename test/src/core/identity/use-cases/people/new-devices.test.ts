import { expect } from 'chai'
import type { MailContent } from '@postrider/core/identity/use-cases/mails/add-mail'
import { mailContext } from '@postrider/core/identity/use-cases/mails/add-mail'
import { newDeviceMail } from '@postrider/core/identity/domain/mail/new-device-mail'
import { deviceDigest, deviceSeen } from '@postrider/core/identity/domain/people/known-devices'
import { proveIdentity } from '@postrider/core/identity/use-cases/people/prove-identity'
import { signIn } from '@postrider/core/identity/use-cases/people/sign-in'
import { E } from '@postrider/core/fp'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { DEFAULT_PRODUCT } from '@postrider/core/kernel/texts/product'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { aStoredHolder, claimOf, consoleSignIns } from '../../../../builders/a-console.js'
import { FACTOR_PORTS } from '../../../../builders/a-second-factor.js'
import { aStoredPerson, websiteSignIns } from '../../../../builders/a-website.js'
import { aWorld } from '../../../fakes/world.js'

const from = (clientAddress: string) => ({ requestId: 'req-1', clientAddress })
const HERE = from('203.0.113.9')

const aSite = async () => {
  const { ports: plain, memory, time } = aWorld()
  const ports = { ...plain, ...FACTOR_PORTS }
  const user = await aStoredPerson(ports)
  const claim = { email: user.email, password: 'right' }
  const { sessions } = websiteSignIns(ports)
  const begin = (browser: string, origin = HERE) => right(sessions.begin(claim, origin, browser))
  const beginOverApi = (origin = HERE) => right(signIn(ports, proveIdentity(ports))(claim, origin))
  /** The notices that wait, each with its place and address. */
  const notices = (): readonly string[] =>
    [...memory.tables.mailJobs.values()].map(({ mailJobId, sealed }) => {
      const opened = ports.keyRing.open(sealed, mailContext(mailJobId))
      if (E.isLeft(opened)) throw new Error('sealed by another key')
      const content = JSON.parse(opened.right) as MailContent
      if (content.kind !== 'new_device') throw new Error(content.kind)
      expect(content.email).to.be.a('string')
      return `${content.place} ${content.clientAddress}`
    })
  return { ports, user, time, begin, beginOverApi, notices }
}

describe('A sign-in on a new device', () => {
  it('is reported by email, except the first one, and once for each device', async () => {
    const { begin, notices, time } = await aSite()
    await begin('first-browser')
    expect(notices()).to.deep.equal([])
    await begin('first-browser', from('198.51.100.7'))
    expect(notices(), 'the same browser elsewhere').to.deep.equal([])
    for (const browser of ['second-browser', 'second-browser', 'first-browser']) await begin(browser)
    await time.advance(3_600_000)
    await begin('second-browser')
    expect(notices()).to.deep.equal(['website 203.0.113.9'])
  })

  it('over the API is recognized by its address', async () => {
    const { begin, beginOverApi, notices } = await aSite()
    await begin('first-browser')
    for (const address of ['203.0.113.9', '203.0.113.9', '198.51.100.7']) await beginOverApi(from(address))
    expect(notices()).to.deep.equal(['api 203.0.113.9', 'api 198.51.100.7'])
  })

  it('at the console is reported too', async () => {
    const { ports: plain, memory, time } = aWorld()
    const ports = { ...plain, ...FACTOR_PORTS }
    const holder = await aStoredHolder(ports)
    const { sessions } = consoleSignIns(ports)
    for (const browser of ['one', 'two']) {
      const begun = await sessions.begin(claimOf(holder, ports.clock.nowMs()), HERE, browser)()
      await time.advance(MINUTE_MS)
      expect(E.isRight(begun), JSON.stringify(begun)).to.equal(true)
    }
    expect([...memory.tables.mailJobs.values()].map(({ kind }) => kind)).to.deep.equal(['new_device'])
  })

  it('succeeds over the quota of these emails', async () => {
    const { begin, notices } = await aSite()
    for (let count = 0; count < 13; count += 1) await begin(`browser-${count}`)
    expect(notices()).to.have.lengthOf(10)
  })

  it('names the address, the time and the page with the sessions', () => {
    const facts = {
      atMs: NOW_MS,
      clientAddress: '203.0.113.9',
      place: 'website',
      link: 'https://a.example/me',
    } as const
    const { text, subject } = newDeviceMail(DEFAULT_PRODUCT, facts)
    expect(subject).to.include('New sign-in')
    for (const part of ['203.0.113.9', 'UTC', 'https://a.example/me']) expect(text).to.include(part)
  })
})

describe('Known devices', () => {
  it('are the last twenty, and differ between users', () => {
    const userId = fresh.id('usr')
    const digests = Array.from({ length: 22 }, (_, at) =>
      deviceDigest(userId, { browser: `b${at}`, clientAddress: undefined }, sha256),
    )
    let known: readonly string[] = []
    for (const device of digests) known = deviceSeen(known, device).devices ?? known
    expect(known).to.deep.equal(digests.slice(2))
    const other = deviceDigest(fresh.id('usr'), { browser: 'b0', clientAddress: undefined }, sha256)
    expect(digests).to.not.include(other)
  })
})
