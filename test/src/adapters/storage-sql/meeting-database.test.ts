import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import type { InstallationFingerprint } from '@postrider/core/kernel/installation/fingerprint'
import { seenOf } from '@postrider/core/kernel/installation/fingerprint-memory'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { inMemory } from '@postrider/core/feed/ports/fingerprint-store'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { right } from '@postrider/conformance/outcome'
import type { OpenedStorage, OpenStorage } from '@postrider/conformance/storage'
import { openAnyStorage } from '../open-any-storage.js'
import { postgresOpener } from '../storage-postgres/open-postgres.js'
import { mariadbOpener, sqliteOpener } from './open-databases.js'

const drawn = (): string => randomBytes(16).toString('hex')

const meeting = (name: string, open: OpenStorage): void => {
  describe(`Connecting to a database on ${name}`, () => {
    let opened: OpenedStorage
    let fingerprint: InstallationFingerprint
    beforeEach(async () => {
      opened = await open()
      await right(opened.storage.health.migrate())
      const { raisedAtMs } = await right(opened.storage.installation.read())
      const raised = await right(
        opened.storage.installation.checkIdentity({
          nowMs: raisedAtMs + MINUTE_MS,
          value: drawn(),
          isFirst: false,
        }),
      )
      fingerprint = raised.fingerprint
    })
    afterEach(() => opened.close())

    /** The verdict of a process that has seen `seen` by its first action there, and what it then stores. */
    const come = async (seen: InstallationFingerprint | undefined) => {
      const fingerprints = inMemory()
      if (seen !== undefined) await fingerprints.adopt(seen)
      const storage = await openAnyStorage(opened.url, { fingerprints })
      try {
        await right(storage.limits.take([], () => ({ buckets: new Map(), result: undefined })))
        const { hold } = await right(storage.installation.read())
        return { because: hold?.because, seen: seenOf(fingerprints.memory(), fingerprint.installationId) }
      } finally {
        await storage.close()
      }
    }

    it('stores its fingerprint, the first time and when it was incremented', async () => {
      expect(await come(undefined)).to.deep.equal({ because: undefined, seen: fingerprint })
      expect(await come({ ...fingerprint, counter: 1, value: drawn() })).to.deep.equal({
        because: undefined,
        seen: fingerprint,
      })
    })

    it('treats a database without messages as new, for any earlier fingerprint', async () => {
      const other = { ...fingerprint, counter: fingerprint.counter + 5 }
      expect(await come(other)).to.deep.equal({ because: undefined, seen: fingerprint })
    })

    const wrong: ReadonlyArray<readonly [string, string, () => InstallationFingerprint]> = [
      [
        'whose counter went back',
        'counter_went_back',
        () => ({ ...fingerprint, counter: fingerprint.counter + 1 }),
      ],
      [
        'with the same count in another history',
        'another_history',
        () => ({ ...fingerprint, value: drawn(), isFirst: false }),
      ],
      [
        'of another installation',
        'another_installation',
        () => ({ ...fingerprint, installationId: drawn() }),
      ],
    ]
    for (const [what, because, seenBefore] of wrong)
      it(`holds one ${what} for every process, and keeps what it has seen`, async () => {
        await acceptPaid(opened.storage)
        const seen = seenBefore()
        expect(await come(seen)).to.deep.equal({ because, seen })
        expect((await right(opened.storage.installation.read())).hold?.because).to.equal(because)
        expect(await come(undefined)).to.deep.equal({ because, seen: undefined })
      })

    it('notices within a minute that open connections lead to an older state', async () => {
      await acceptPaid(opened.storage)
      const fingerprints = inMemory()
      const storage = await openAnyStorage(opened.url, { fingerprints })
      try {
        const { raisedAtMs } = await right(storage.installation.read())
        await right(storage.installation.checkIdentity({ nowMs: raisedAtMs, value: drawn(), isFirst: false }))
        await fingerprints.adopt({ ...fingerprint, counter: fingerprint.counter + 1 })
        const tended = await right(
          storage.installation.checkIdentity({
            nowMs: raisedAtMs + MINUTE_MS,
            value: drawn(),
            isFirst: false,
          }),
        )
        expect(tended).to.deep.include({
          fingerprint,
          hold: { sinceMs: raisedAtMs + MINUTE_MS, because: 'counter_went_back' },
        })
        expect(await right(opened.storage.installation.read())).to.deep.equal(tended)
      } finally {
        await storage.close()
      }
    })
  })
}

meeting('SQLite', sqliteOpener())
meeting('MariaDB', mariadbOpener())
meeting('PostgreSQL', postgresOpener())
