import { expect } from 'chai'
import { aSuperAdmin, aUser } from '../../builders/a-user.js'
import { anEnrolment } from '../../builders/an-invitation.js'
import { fresh } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'

const links = (at: StorageUnderTest): void => {
  it('are stored per user, and found only by the newest link', async () => {
    const user = aUser({ passwordHash: undefined })
    const enrolment = anEnrolment({ userId: user.userId })
    await exclusively(at, (unit) => {
      unit.users.add(user)
      unit.enrolments.add(enrolment)
      unit.enrolments.add(anEnrolment({ verifier: undefined }))
    })
    const by = (verifier: string | undefined) => right(at.storage.people.enrolmentBy(verifier ?? ''))
    expect(await by(enrolment.verifier)).to.deep.equal({ enrolment, user })
    expect(await by(fresh.hex(64))).to.equal(undefined)
    const next = anEnrolment({ userId: user.userId })
    await sharing(at, async (unit) => {
      expect(await unit.enrolments.lock(user.userId)).to.deep.equal(enrolment)
      expect(await unit.enrolments.lockByVerifier(enrolment.verifier ?? '')).to.deep.equal(enrolment)
      unit.enrolments.replace(next)
    })
    expect(await by(enrolment.verifier)).to.equal(undefined)
    expect(await by(next.verifier)).to.deep.equal({ enrolment: next, user })
    await sharing(at, (unit) => unit.enrolments.remove(user.userId))
    expect(await by(next.verifier)).to.equal(undefined)
  })

  it('make no user a super admin', async () => {
    const user = aUser()
    await exclusively(at, (unit) => {
      unit.users.add(user)
      unit.enrolments.add(anEnrolment({ userId: user.userId }))
    })
    expect(await right(at.storage.people.superAdmin(user.userId))).to.equal(undefined)
    expect((await right(at.storage.people.operator(user.userId))).value).to.equal(undefined)
    expect(await exclusively(at, (unit) => unit.superAdmins.operator(user.userId))).to.equal(undefined)
  })
}

const firsts = (at: StorageUnderTest): void => {
  it('show that no super admin exists, until there is one, who may be disabled', async () => {
    const user = aUser({ status: 'disabled' })
    await exclusively(at, async (unit) => {
      unit.users.add(user)
      unit.enrolments.add(anEnrolment({ userId: user.userId }))
      expect(await unit.superAdmins.isNone()).to.equal(true)
      unit.superAdmins.add(aSuperAdmin({ userId: user.userId }))
      expect(await unit.superAdmins.isNone()).to.equal(false)
    })
    expect(await exclusively(at, (unit) => unit.superAdmins.isNone())).to.equal(false)
  })

  it('let one of many concurrent ones be the first, in any process', async () => {
    const storages = [at.storage, await at.another()]
    const found = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        exclusively({ storage: storages[index % 2] ?? at.storage }, async (unit) => {
          const isFirst = await unit.superAdmins.isNone()
          if (isFirst) unit.superAdmins.add(aSuperAdmin())
          return isFirst
        }),
      ),
    )
    expect(found.filter((isFirst) => isFirst)).to.have.length(1)
  })
}

/** Tests enrollment links of super admins, and who was the first. */
export const enrolmentSuite = (open: OpenStorage): void => {
  describe('enrolments', () => {
    links(useStorage(open))
    describe('and the first super admin', () => firsts(useStorage(open, 'test')))
  })
}
