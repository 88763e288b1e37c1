import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { RESTORE_HOLD_MARGIN_MS } from '@postrider/core/kernel/installation/installation'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { right } from '../../outcome.js'
import { useStorage, type OpenStorage } from '../open-storage.js'

const drawn = (): string => randomBytes(16).toString('hex')

/** Tests the one row that distinguishes a database from its copies. */
export const installationSuite = (open: OpenStorage): void => {
  describe('the installation', () => {
    const place = useStorage(open, 'test')

    it('has an id and a fingerprint, which are the same for every process', async () => {
      const first = await right(place.storage.installation.read())
      const other = await right((await place.another()).installation.read())
      expect(other).to.deep.equal(first)
      expect(first.fingerprint.installationId).to.match(/^[0-9a-f]{32}$/)
      expect(first.fingerprint.value)
        .to.match(/^[0-9a-f]{32}$/)
        .and.not.equal(first.fingerprint.installationId)
      expect(first).to.deep.include({ hold: undefined, restoreHold: undefined, sealingKey: undefined })
    })

    it('keeps its row when it is migrated again', async () => {
      const first = await right(place.storage.installation.read())
      await right(place.storage.health.migrate())
      expect(await right(place.storage.installation.read())).to.deep.equal(first)
    })

    it('is incremented once a minute, by one of the callers of checkIdentity', async () => {
      const { fingerprint, raisedAtMs } = await right(place.storage.installation.read())
      const others = await Promise.all([place.another(), place.another(), place.another()])
      const early = await right(
        place.storage.installation.checkIdentity({
          nowMs: raisedAtMs + MINUTE_MS - 1,
          value: drawn(),
          isFirst: false,
        }),
      )
      expect(early.fingerprint).to.deep.equal(fingerprint)
      const nowMs = raisedAtMs + MINUTE_MS
      const values = others.map(drawn)
      const tended = await Promise.all(
        others.map(({ installation }, at) =>
          right(installation.checkIdentity({ nowMs, value: values[at] ?? '', isFirst: false })),
        ),
      )
      const stands = await right(place.storage.installation.read())
      expect(stands.fingerprint.counter).to.equal(fingerprint.counter + 1)
      expect(values).to.include(stands.fingerprint.value)
      expect(stands.raisedAtMs).to.equal(nowMs)
      for (const each of tended) expect(each.fingerprint).to.deep.equal(stands.fingerprint)
    })

    it('is incremented by a starting process, even shortly after the last one', async () => {
      const { fingerprint, raisedAtMs } = await right(place.storage.installation.read())
      const raised = await right(
        place.storage.installation.checkIdentity({ nowMs: raisedAtMs + 1, value: drawn(), isFirst: true }),
      )
      expect(raised.fingerprint.counter).to.equal(fingerprint.counter + 1)
    })

    it('is incremented again after its clock was set back', async () => {
      const { fingerprint, raisedAtMs } = await right(place.storage.installation.read())
      const raised = await right(
        place.storage.installation.checkIdentity({
          nowMs: raisedAtMs - MINUTE_MS,
          value: drawn(),
          isFirst: false,
        }),
      )
      expect(raised.fingerprint.counter).to.equal(fingerprint.counter + 1)
    })

    it('is held for every process from the first order on, and no longer incremented', async () => {
      const { fingerprint, raisedAtMs } = await right(place.storage.installation.read())
      const held = await right(place.storage.installation.hold('operator', raisedAtMs + 5))
      const hold = { sinceMs: raisedAtMs + 5, because: 'operator' }
      const restoreHold = { sinceMs: raisedAtMs + 5, beforeMs: raisedAtMs + 5 + RESTORE_HOLD_MARGIN_MS }
      expect(held).to.deep.include({ hold, restoreHold })
      const other = await place.another()
      await right(other.installation.hold('backup', raisedAtMs + 9))
      const tended = await right(
        other.installation.checkIdentity({
          nowMs: raisedAtMs + 2 * MINUTE_MS,
          value: drawn(),
          isFirst: false,
        }),
      )
      expect(tended).to.deep.include({ hold, restoreHold, fingerprint })
    })
  })
}
