import { expect } from 'chai'
import type { User } from '@postrider/core/identity/domain/people/user'
import { aUser } from '../../builders/a-user.js'
import { right } from '../../outcome.js'
import type { StorageUnderTest } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'

/** Tests the devices on which people signed in. */
export const userDevices = (at: StorageUnderTest): void => {
  it('are remembered without a new epoch', async () => {
    const [user, other] = [aUser(), aUser()]
    await exclusively(at, (unit) => {
      for (const one of [user, other]) unit.users.add(one)
    })
    const epoch = await right(at.storage.catalog.epoch())
    const devicesOf = ({ userId }: User) => sharing(at, (unit) => unit.users.devices(userId))
    expect(await devicesOf(user)).to.deep.equal([])
    for (const devices of [['a'.repeat(32)], ['a'.repeat(32), 'b'.repeat(32)]]) {
      await sharing(at, (unit) => unit.users.saveDevices(user.userId, devices))
      expect(await devicesOf(user)).to.deep.equal(devices)
    }
    expect(await devicesOf(other)).to.deep.equal([])
    await exclusively(at, (unit) => unit.users.replace({ ...user, displayName: 'Asha K.' }))
    expect(await devicesOf(user), 'a change of the user keeps them').to.have.lengthOf(2)
    expect(await right(at.storage.catalog.epoch())).to.equal(epoch + 1)
  })
}
