import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import type { InstallationFingerprint } from '@postrider/core/kernel/installation/fingerprint'
import { seenOf } from '@postrider/core/kernel/installation/fingerprint-memory'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { inMemory } from '@postrider/core/feed/ports/fingerprint-store'
import { acceptPaid } from '@postrider/conformance/storage/accepting'
import { right } from '@postrider/conformance/outcome'
import type { OpenedStorage, OpenStorage } from '@postrider/conformance/storage'
import { openAnyStorage } from '../open-any-storage.js'
import { postgresOpener } from '../storage-postgres/open-postgres.js'
import { mariadbOpener, sqliteOpener } from './open-databases.js'

const drawn = (): string => randomBytes(16).toString('hex')

const meeting = (name: string, open: OpenStorage): void => {
  describe(`Who comes to a database on ${name}`, () => {
    let opened: OpenedStorage
    let mark: InstallationFingerprint
    beforeEach(async () => {
      opened = await open()
      await right(opened.storage.health.migrate())
      const { raisedAtMs } = await right(opened.storage.installation.read())
      const raised = await right(
        opened.storage.installation.tend({ nowMs: raisedAtMs + MINUTE_MS, value: drawn(), isFirst: false }),
      )
      mark = raised.mark
    })
    afterEach(() => opened.close())

    /** What a process that has seen `seen` makes of it by the first thing that it does there, and what it remembers. */
    const come = async (seen: InstallationFingerprint | undefined) => {
      const marks = inMemory()
      if (seen !== undefined) await marks.adopt(seen)
      const storage = await openAnyStorage(opened.url, { marks })
      try {
        await right(storage.limits.take([], () => ({ buckets: new Map(), result: undefined })))
        const { hold } = await right(storage.installation.read())
        return { because: hold?.because, seen: seenOf(marks.memory(), mark.installationId) }
      } finally {
        await storage.close()
      }
    }

    it('remembers its mark, the first time and when it was raised', async () => {
      expect(await come(undefined)).to.deep.equal({ because: undefined, seen: mark })
      expect(await come({ ...mark, counter: 1, value: drawn() })).to.deep.equal({
        because: undefined,
        seen: mark,
      })
    })

    it('takes one without a message for new, whatever it has seen before', async () => {
      const other = { ...mark, counter: mark.counter + 5 }
      expect(await come(other)).to.deep.equal({ because: undefined, seen: mark })
    })

    const wrong: ReadonlyArray<readonly [string, string, () => InstallationFingerprint]> = [
      ['whose counter went back', 'counter_went_back', () => ({ ...mark, counter: mark.counter + 1 })],
      [
        'that has counted as far on another way',
        'another_history',
        () => ({ ...mark, value: drawn(), isFirst: false }),
      ],
      ['of another installation', 'another_installation', () => ({ ...mark, installationId: drawn() })],
    ]
    for (const [what, because, seenBefore] of wrong)
      it(`holds one ${what}, for everybody, and keeps to what it has seen`, async () => {
        await acceptPaid(opened.storage)
        const seen = seenBefore()
        expect(await come(seen)).to.deep.equal({ because, seen })
        expect((await right(opened.storage.installation.read())).hold?.because).to.equal(because)
        expect(await come(undefined)).to.deep.equal({ because, seen: undefined })
      })

    it('notices within a minute what is behind connections that went on', async () => {
      await acceptPaid(opened.storage)
      const marks = inMemory()
      const storage = await openAnyStorage(opened.url, { marks })
      try {
        const { raisedAtMs } = await right(storage.installation.read())
        await right(storage.installation.tend({ nowMs: raisedAtMs, value: drawn(), isFirst: false }))
        await marks.adopt({ ...mark, counter: mark.counter + 1 })
        const tended = await right(
          storage.installation.tend({ nowMs: raisedAtMs + MINUTE_MS, value: drawn(), isFirst: false }),
        )
        expect(tended).to.deep.include({
          mark,
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
