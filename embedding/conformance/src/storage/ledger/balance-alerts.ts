import { expect } from 'chai'
import type { BalanceAlert } from '@postrider/core/ledger/domain/balance-alert'
import { isBelowThreshold } from '@postrider/core/ledger/domain/balance-alert'
import type { Storage } from '@postrider/core/assembly/storage'
import { aMessage } from '../../builders/a-message.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptOne, aRequest, credit } from '../messaging/accepting.js'
import { type OpenStorage, useStorage } from '../open-storage.js'
import { endMessages } from '../messaging/settling.js'
import { exclusively, sharing } from '../unit-work.js'

const anAccount = () => ({ organizationId: fresh.id('org'), environment: 'test', currency: 'INR' }) as const

const anAlert = (changes: Partial<BalanceAlert> = {}): BalanceAlert => ({
  ...anAccount(),
  thresholdMinor: 80,
  isBelow: false,
  ...changes,
})

/** Records a crossing under the locks of alert and account; returns whether this call recorded it. */
const note = (storage: Storage, key: BalanceAlert): Promise<boolean> =>
  sharing({ storage }, async (unit) => {
    const alert = await unit.balanceAlerts.lock(key)
    const account = await unit.ledger.lock(key)
    if (alert === undefined) return false
    const isBelow = isBelowThreshold(alert, account)
    if (isBelow === alert.isBelow) return false
    unit.balanceAlerts.replace({ ...alert, isBelow })
    return true
  })

/** Tests alerts about low balances. */
export const balanceAlertsSuite = (open: OpenStorage): void => {
  describe('alerts about low balances', () => {
    const at = useStorage(open, 'test')
    const add = (alert: BalanceAlert) => exclusively(at, (unit) => unit.balanceAlerts.add(alert))
    const crossed = () => right(at.storage.balanceAlerts.crossed(10))

    it('are stored by account, with or without a threshold', async () => {
      const alert = anAlert()
      const others = [
        { ...alert, currency: 'GBP', thresholdMinor: undefined },
        { ...alert, environment: 'production' as const, thresholdMinor: 7 },
        anAlert({ thresholdMinor: 9 }),
      ]
      for (const one of [alert, ...others]) await add(one)
      for (const one of [alert, ...others])
        expect((await right(at.storage.balanceAlerts.of(one))).value).to.deep.equal(one)
      expect((await right(at.storage.balanceAlerts.of(anAccount()))).value).to.equal(undefined)
    })

    it('are listed while the balance has crossed the threshold', async () => {
      const alert = anAlert()
      await add(alert)
      expect(await crossed()).to.deep.equal([])
      await credit(at.storage, alert, 100)
      expect(await crossed()).to.deep.equal([])
      const { organizationId, environment, currency } = alert
      const message = aMessage({ organizationId })
      await acceptOne(at.storage, aRequest({ message }))
      expect(message.charge.amountMinor).to.be.greaterThan(20)
      expect(await crossed()).to.deep.equal([{ organizationId, environment, currency }])
      expect(await note(at.storage, alert)).to.equal(true)
      expect(await crossed()).to.deep.equal([])
      await right(endMessages(at.storage, [message.messageId], 'release', NOW_MS + 1))
      expect(await crossed()).to.deep.equal([{ organizationId, environment, currency }])
      await exclusively(at, (unit) => unit.balanceAlerts.replace({ ...alert, thresholdMinor: undefined }))
      expect(await crossed()).to.deep.equal([])
    })

    it('are recorded by one of several concurrent comparisons, for each fall', async () => {
      const alert = anAlert()
      await add(alert)
      await credit(at.storage, alert, 100)
      const storages = [at.storage, await at.another(), await at.another()]
      const noted = async () => {
        const all = await Promise.all([...storages, ...storages].map((storage) => note(storage, alert)))
        return all.filter(Boolean).length
      }
      for (let fall = 0; fall < 3; fall += 1) {
        const message = aMessage({ organizationId: alert.organizationId })
        await acceptOne(at.storage, aRequest({ message }))
        expect(await noted()).to.equal(1)
        await right(endMessages(at.storage, [message.messageId], 'release', NOW_MS + 1))
        expect(await noted()).to.equal(1)
      }
    })
  })
}
