import { expect } from 'chai'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { checkInstallationIdentity } from '@postrider/core/platform/use-cases/installation/check-installation-identity'
import { aWorld } from '../../../fakes/world.js'

describe("Maintaining the installation's identity", () => {
  it('increments the counter with a new value each time, and reports a held database', async () => {
    const { ports, time, memory, emitted } = aWorld()
    const checkIdentity = checkInstallationIdentity(ports)
    const values = new Set<string>()
    for (let minute = 0; minute < 3; minute += 1) {
      const tended = await checkIdentity()()
      if (E.isRight(tended)) values.add(tended.right.fingerprint.value)
      await time.advance(MINUTE_MS)
    }
    expect(values.size).to.equal(3)
    expect(memory.tables.installation.fingerprint.counter).to.equal(4)
    await ports.storage.installation.hold('operator', 0)()
    await checkIdentity()()
    expect(emitted).to.deep.include({
      _tag: 'PartFailed',
      where: 'restore',
      cause: 'the database is on hold: operator',
    })
  })
})
