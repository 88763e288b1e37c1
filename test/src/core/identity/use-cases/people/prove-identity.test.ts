import { expect } from 'chai'
import type { Overloaded } from '@postrider/core/kernel/refusals/outage'
import { type E, TE } from '@postrider/core/fp'
import type { Passwords } from '@postrider/core/identity/ports/passwords'
import { proveIdentity } from '@postrider/core/identity/use-cases/people/prove-identity'
import { aUser } from '@postrider/conformance/builders/a-user'
import { right } from '@postrider/conformance/outcome'
import { plainPasswords } from '../../../fakes/plain-secrets.js'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { aWorld } from '../../../fakes/world.js'

const HERE = { requestId: undefined, clientAddress: '203.0.113.9' }
const FREE = 5
const FREE_OF_CLIENT = 20

/** A person who can prove their identity, and the number of compared passwords. */
const aProver = () => {
  const { ports: plain, memory, time } = aWorld()
  const ports = { ...plain, ipAddresses }
  const user = aUser({ passwordHash: 'plain:right' })
  memory.tables.people.users.set(user.userId, user)
  let comparisons = 0
  const crowd = { isThere: false }
  const matches: Passwords['matches'] = (password, kept) => {
    if (crowd.isThere) return TE.left<Overloaded>({ _tag: 'Overloaded', cause: 'a crowd' })
    comparisons += 1
    return plainPasswords.matches(password, kept)
  }
  const looks = { count: 0 }
  const { people } = ports.storage
  const claimant: typeof people.claimant = (...args) => {
    looks.count += 1
    return people.claimant(...args)
  }
  const storage = { ...ports.storage, people: { ...people, claimant } }
  const anotherProver = () => {
    const prove = proveIdentity({ ...ports, storage, passwords: { ...plainPasswords, matches } })
    return (password: string, origin = HERE, email: string = user.email) => prove({ email, password }, origin)
  }
  return { memory, crowd, anotherProver, offer: anotherProver(), comparisons: () => comparisons, looks, time }
}

const tagOf = (answer: E.Either<{ readonly _tag: string }, unknown>): string =>
  answer._tag === 'Left' ? answer.left._tag : 'Proved'

describe('A proof of identity', () => {
  it('needs only the password', async () => {
    const { offer } = aProver()
    expect(await right(offer('right'))).to.have.property('user')
    expect(tagOf(await offer('wrong')())).to.equal('InvalidCredentials')
  })

  it('is counted by the /48 of IPv6 too, with ten times the limit of a client', async () => {
    const { offer, comparisons } = aProver()
    const most = 10 * FREE_OF_CLIENT
    for (let at = 0; at < most + 20; at += 1)
      await offer(
        'wrong',
        { ...HERE, clientAddress: `2001:db8:1:${at.toString(16)}::1` },
        `a${at}@example.com`,
      )()
    expect(comparisons()).to.equal(most)
    expect(tagOf(await offer('wrong', { ...HERE, clientAddress: '2001:db8:1:ffff::1' })())).to.equal(
      'TooManyRequests',
    )
    expect(tagOf(await offer('right', { ...HERE, clientAddress: '2001:db8:2::1' })())).to.equal('Proved')
  })

  it('gets no result before the attempt is stored', async () => {
    for (const fault of ['away', 'commit lost', 'answer lost'] as const) {
      const { memory, offer } = aProver()
      memory.faults.plan('transact', fault)
      const answer = tagOf(await offer('right')())
      expect(answer, fault).to.equal(fault === 'away' ? 'StorageUnavailable' : 'CommitUnknown')
    }
  })

  it('has a fixed number of attempts, also for concurrent ones in several processes', async () => {
    const { offer, anotherProver } = aProver()
    const otherOffer = anotherProver()
    const passwords = Array.from({ length: 20 }, (_, at) => (at < 18 ? `guess ${at}` : 'right'))
    const tries = passwords.flatMap((password) => [offer(password)(), otherOffer(password)()])
    const tags = (await Promise.all(tries)).map(tagOf)
    expect(tags.filter((tag) => tag === 'InvalidCredentials')).to.have.length(FREE)
    expect(tags.filter((tag) => tag === 'TooManyRequests')).to.have.length(40 - FREE)
  })

  it('costs no comparison if no attempt is allowed', async () => {
    const { offer, comparisons } = aProver()
    for (let at = 0; at < FREE; at += 1) await offer('wrong')()
    expect(comparisons()).to.equal(FREE)
    expect(tagOf(await offer('right')())).to.equal('TooManyRequests')
    expect(comparisons()).to.equal(FREE)
  })

  it('is refused from the cache for a second, and checked again afterwards', async () => {
    const { offer, looks, time } = aProver()
    for (let at = 0; at < FREE; at += 1) await offer('wrong')()
    await offer('wrong')()
    const lookedAt = looks.count
    const tags = await Promise.all(Array.from({ length: 300 }, async () => tagOf(await offer('right')())))
    expect(new Set(tags)).to.deep.equal(new Set(['TooManyRequests']))
    expect(looks.count).to.equal(lookedAt)
    await time.advance(1000)
    const later = await offer('right')()
    expect(later).to.have.nested.property('left.retryAfterMs', 29_000)
    expect(looks.count).to.equal(lookedAt + 1)
  })

  it('reads storage once for a crowd beyond its limit', async () => {
    const { offer, looks } = aProver()
    for (let at = 0; at < FREE; at += 1) await offer('wrong')()
    const lookedAt = looks.count
    await Promise.all(Array.from({ length: 200 }, () => offer('right')()))
    expect(looks.count - lookedAt, 'two may be let in').to.be.at.most(2)
  })

  it("isn't affected by attempts that were never made", async () => {
    const { offer, crowd } = aProver()
    crowd.isThere = true
    for (let at = 0; at < 2 * FREE; at += 1) expect(tagOf(await offer('right')())).to.equal('TooManyRequests')
    crowd.isThere = false
    expect(tagOf(await offer('right')())).to.equal('Proved')
  })
})
