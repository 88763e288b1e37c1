import { expect } from 'chai'
import { reportExpiringCredentials } from '@postrider/core/identity/use-cases/credentials/report-expiring-credentials'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { ServerCredential } from '@postrider/core/tenancy/domain/credential'
import { aCredential } from '@postrider/conformance/builders/a-credential'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { eventsLeft } from '../../../../builders/events-left.js'
import { useOffice } from '../../../assembly/an-office.js'

describe('The event of a credential that expires soon', () => {
  const office = useOffice()
  const report = () => right(reportExpiringCredentials(office.at)())
  /** A credential of 30 days that ends after this many days. */
  const add = async (days: number, changes: Partial<ServerCredential> = {}): Promise<ServerCredential> => {
    const nowMs = office.at.clock.nowMs()
    const expiresAtMs = nowMs + days * DAY_MS
    const { organizationId } = office.at
    const times = { createdAtMs: expiresAtMs - 30 * DAY_MS, expiresAtMs }
    const credential = aCredential({ organizationId, ...times, ...changes })
    await exclusively(office.at, (unit) => unit.credentials.add(credential))
    return credential
  }
  /** The events since the last call. */
  let before = 0
  const left = async () => {
    const all = await eventsLeft(office.at.storage)
    const since = all.slice(before)
    before = all.length
    return since
  }

  it('comes a week before, once, with several processes', async () => {
    const credential = await add(8, { label: 'order service' })
    expect(await report()).to.equal(0)
    await office.at.time.advance(DAY_MS)
    await left()
    const all = await Promise.all([1, 2, 3].map(report))
    expect(all.reduce((sum, one) => sum + one, 0)).to.equal(1)
    const { credentialId, organizationId, appId, environment, expiresAtMs } = credential
    const data = { credentialId, label: 'order service', expiresAt: isoTime(expiresAtMs) }
    expect(await left()).to.deep.equal([
      { type: 'credential.expiring', organizationId, appId, environment, data },
    ])
    await office.at.time.advance(DAY_MS)
    expect(await report()).to.equal(0)
    expect(await left()).to.deep.equal([])
  })

  it("doesn't come for revoked, rotated, expired and short ones", async () => {
    const nowMs = office.at.clock.nowMs()
    await add(3, { revokedAtMs: nowMs })
    await add(1)
    await add(-1)
    await add(6, { createdAtMs: nowMs - DAY_MS })
    expect(await report()).to.equal(0)
  })
})
