import { expect } from 'chai'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstallationFingerprint } from '@postrider/core/kernel/installation/fingerprint'
import { seenOf } from '@postrider/core/kernel/installation/fingerprint-memory'
import { openFingerprintFile } from '@postrider/wiring/fingerprint-file'
import { fresh } from '@postrider/conformance/builders/fresh'
import { freshDirectory } from '../../servers/run-directory.js'

const aMark = (overrides: Partial<InstallationFingerprint> = {}): InstallationFingerprint => ({
  installationId: fresh.hex(32),
  counter: 7,
  value: fresh.hex(32),
  ...overrides,
})

const storageUrl = 'mysql://postrider:secret@db.example:3306/postrider'

describe('The fingerprint file of a database', () => {
  let dataDir: string
  let causes: string[]
  beforeEach(async () => {
    dataDir = await freshDirectory('fingerprints')
    causes = []
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  const open = (url = storageUrl) =>
    openFingerprintFile({ dataDir, storageUrl: url }, (cause) => causes.push(cause))

  it('outlives the process, and contains no password', async () => {
    const fingerprint = aMark()
    await (await open()).adopt(fingerprint)
    expect(seenOf((await open()).memory(), fingerprint.installationId)).to.deep.equal(fingerprint)
    expect(await readFile(join(dataDir, 'installation.json'), 'utf8')).to.not.include('secret')
    expect(await readdir(dataDir)).to.deep.equal(['installation.json'])
  })

  it('compares a new database with the one at its address, and a moved installation with itself', async () => {
    const fingerprint = aMark()
    await (await open()).adopt(fingerprint)
    const elsewhere = await open('mysql://postrider:other@new.example:3306/postrider')
    expect(seenOf(elsewhere.memory(), fingerprint.installationId)).to.deep.equal(fingerprint)
    expect(seenOf(elsewhere.memory(), fresh.hex(32))).to.equal(undefined)
    expect(seenOf((await open()).memory(), fresh.hex(32))).to.deep.equal(fingerprint)
  })

  it('treats several servers in any order as the same database', async () => {
    const fingerprint = aMark()
    await (await open('mysql://u:p@a,b:3307/postrider')).adopt(fingerprint)
    const swapped = await open('mysql://u:p@b:3307,a/postrider')
    expect(seenOf(swapped.memory(), fresh.hex(32))).to.deep.equal(fingerprint)
    const other = await open('mysql://u:p@c,a/postrider')
    expect(seenOf(other.memory(), fresh.hex(32))).to.equal(undefined)
  })

  it("keeps the highest values of all processes on the machine, and the super admins' decisions", async () => {
    const [low, high] = [aMark(), aMark({ counter: 9 })]
    const [one, other] = [await open(), await open()]
    await one.adopt({ ...high, installationId: low.installationId })
    await other.adopt(low)
    await other.acknowledge('f'.repeat(32))
    const memory = (await open()).memory()
    expect(seenOf(memory, low.installationId)?.counter).to.equal(9)
    expect([...memory.acknowledged]).to.deep.equal(['f'.repeat(32)])
  })

  it('creates the data directory if it is missing, as on servers', async () => {
    await rm(dataDir, { recursive: true })
    const fingerprint = aMark()
    await (await open()).adopt(fingerprint)
    expect(seenOf((await open()).memory(), fingerprint.installationId)).to.deep.equal(fingerprint)
    expect(causes).to.deep.equal([])
  })

  it("starts again if it is broken, and works from memory if it can't be written", async () => {
    await writeFile(join(dataDir, 'installation.json'), '{"fingerprints": [')
    const fingerprint = aMark()
    const broken = await open()
    await broken.adopt(fingerprint)
    expect(seenOf((await open()).memory(), fingerprint.installationId)).to.deep.equal(fingerprint)
    expect(causes).to.deep.equal([])
    await rm(join(dataDir, 'installation.json'))
    await mkdir(join(dataDir, 'installation.json'))
    const unwritable = await open()
    await unwritable.adopt(fingerprint)
    expect(seenOf(unwritable.memory(), fingerprint.installationId)).to.deep.equal(fingerprint)
    expect(causes).to.have.length(1)
  })
})
