import { expect } from 'chai'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { openAttachments } from '@postrider/wiring/open-attachments'
import { aStoredFile, someBytes } from '@postrider/conformance/builders/a-stored-file'
import { right } from '@postrider/conformance/outcome'
import { someSettings } from './some-settings.js'

const clock = createSystemClock()

describe('The attachment storage', () => {
  it('uses the data directory, behind a gateway, at the public address', async () => {
    const settings = await someSettings({ POSTRIDER_PUBLIC_URL: 'https://api.example.com' })
    const { attachments, gateway } = openAttachments(settings, clock)
    const file = aStoredFile(someBytes())
    const { url } = await attachments.uploadTo(file, clock.nowMs() + 60_000)
    expect(url).to.match(/^https:\/\/api\.example\.com\/v1\/attachments\/att_/)
    expect(gateway).not.to.equal(undefined)
    expect(await right(attachments.inspect(file))).to.equal(undefined)
  })

  it('accepts addresses of another process with the same master key, and of no other', async () => {
    const key = newMasterKey()
    const file = aStoredFile(someBytes())
    const processOf = async (masterKey: string) =>
      openAttachments(await someSettings({ POSTRIDER_MASTER_KEY: masterKey }), clock)
    const { url } = await (await processOf(key)).attachments.uploadTo(file, clock.nowMs() + 60_000)
    const { searchParams } = new URL(url)
    const seal = { grant: searchParams.get('grant') ?? '', signature: searchParams.get('signature') ?? '' }
    const known = async (masterKey: string) =>
      (await processOf(masterKey)).gateway?.recognize('PUT', file.attachmentId, seal)
    expect(await known(key)).to.deep.equal(file)
    expect(await known(newMasterKey())).to.equal(undefined)
  })

  it('uses a bucket without a gateway', async () => {
    const settings = await someSettings({
      POSTRIDER_ATTACHMENTS_URL: 's3://key:secret@s3.example.com/bucket?region=eu-west-1',
    })
    const { attachments, gateway } = openAttachments(settings, clock)
    expect(gateway).to.equal(undefined)
    const { url } = await attachments.downloadFrom(aStoredFile(someBytes()), clock.nowMs() + 60_000)
    expect(url).to.match(/^https:\/\/s3\.example\.com\/bucket\/org_\w+\/att_\w+\?/)
  })
})
