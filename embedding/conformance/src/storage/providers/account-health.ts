import { expect } from 'chai'
import { type AccountHealth, HEALTH_STATUSES } from '@postrider/core/providers/domain/calls/account-health'
import { publishHealth } from '@postrider/core/providers/domain/calls/account-report'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'

const health = (status: AccountHealth['status'], more: Partial<AccountHealth> = {}): AccountHealth => ({
  status,
  sinceMs: NOW_MS - 5,
  detail: undefined,
  sessions: 1,
  callsInFlight: 0,
  ...more,
})

const say = (
  at: StorageUnderTest,
  process: number,
  healthByAccount: ReadonlyArray<readonly [ProviderAccountId, AccountHealth]>,
  nowMs = NOW_MS,
): Promise<void> =>
  right(
    at.storage.accountHealth.say((known) => publishHealth(process, new Map(healthByAccount), known, nowMs)),
  )

const reportsOf = async (at: StorageUnderTest, accountId: ProviderAccountId) =>
  (await right(at.storage.accountHealth.reports())).value.filter(
    ({ providerAccountId }) => providerAccountId === accountId,
  )

/**
 * Tests that the health of provider accounts is stored as processes report it, and that catalogs show which
 * accounts can't send.
 */
export const accountHealthSuite = (open: OpenStorage): void => {
  describe('the health of provider accounts', () => {
    const at = useStorage(open)
    const save = async () => {
      const tenant = aTenant()
      await right(at.storage.catalog.save(recordsOf(tenant)))
      const { providerAccountId } = tenant.providerAccount
      const catalog = async () => {
        const found = await right(at.storage.catalog.app(tenant.app.appId))
        return { epoch: found?.epoch ?? 0, isUnready: found?.unreadyAccounts.has(providerAccountId) }
      }
      return { providerAccountId, catalog }
    }

    it('is stored for each process as last reported, completely', async () => {
      const { providerAccountId } = await save()
      expect(await reportsOf(at, providerAccountId)).to.deep.equal([])
      for (const status of HEALTH_STATUSES) await say(at, 7, [[providerAccountId, health(status)]])
      const last = health('down', {
        detail: 'no connection: „ECONNREFUSED”',
        sessions: 3,
        callsInFlight: 9,
        isCircuitOpen: true,
      })
      await say(at, 7, [[providerAccountId, last]], NOW_MS + 1)
      await say(at, Number.MAX_SAFE_INTEGER, [[providerAccountId, health('up')]])
      expect(await reportsOf(at, providerAccountId)).to.deep.equal([
        { process: 7, providerAccountId, reportedAtMs: NOW_MS + 1, ...last },
        {
          process: Number.MAX_SAFE_INTEGER,
          providerAccountId,
          reportedAtMs: NOW_MS,
          isCircuitOpen: false,
          ...health('up'),
        },
      ])
      await say(at, 7, [])
      expect(await reportsOf(at, providerAccountId)).to.have.length(1)
    })

    it('includes faults that providers report for messages, counted while they are close together', async () => {
      const { providerAccountId } = await save()
      const faultOf = async () =>
        (await right(at.storage.accountHealth.faults())).find(
          (fault) => fault.providerAccountId === providerAccountId,
        )
      expect(await faultOf()).to.equal(undefined)
      const lost = (code: string, atMs: number) => ({ providerAccountId, reason: { code }, atMs })
      await right(at.storage.accountHealth.noteFaults([lost('131042', NOW_MS), lost('131042', NOW_MS + 1)]))
      const last = {
        ...lost('131031', NOW_MS + 2),
        reason: { code: '131031', text: 'Account has been locked' },
      }
      await right(at.storage.accountHealth.noteFaults([last]))
      const { reason } = last
      expect(await faultOf()).to.deep.equal({ providerAccountId, reason, messages: 3, lastAtMs: NOW_MS + 2 })
      await right(at.storage.accountHealth.noteFaults([lost('131042', NOW_MS + 2 + 60 * MINUTE_MS)]))
      expect(await faultOf()).to.include({ messages: 1 })
    })

    it('is deleted for ended processes, by the next report', async () => {
      const { providerAccountId } = await save()
      await say(at, 1, [[providerAccountId, health('down')]])
      await say(at, 2, [[providerAccountId, health('up')]], NOW_MS + MINUTE_MS - 1)
      expect(await reportsOf(at, providerAccountId)).to.have.length(2)
      await say(at, 2, [[providerAccountId, health('up')]], NOW_MS + MINUTE_MS)
      expect((await reportsOf(at, providerAccountId)).map(({ process }) => process)).to.deep.equal([2])
    })

    it('creates a new epoch only if nothing can be sent through an account any longer, or something can again', async () => {
      const { providerAccountId, catalog } = await save()
      const { epoch } = await catalog()
      await say(at, 1, [[providerAccountId, health('down')]])
      expect(await catalog()).to.deep.equal({ epoch: epoch + 1, isUnready: true })
      await say(at, 1, [[providerAccountId, health('refused')]])
      expect(await catalog()).to.deep.equal({ epoch: epoch + 1, isUnready: true })
      await say(at, 2, [[providerAccountId, health('connecting')]])
      expect(await catalog()).to.deep.equal({ epoch: epoch + 2, isUnready: false })
      await say(at, 2, [[providerAccountId, health('up')]])
      expect(await catalog()).to.deep.equal({ epoch: epoch + 2, isUnready: false })
      await say(at, 2, [])
      expect(await catalog()).to.deep.equal({ epoch: epoch + 3, isUnready: true })
      await say(at, 1, [])
      expect(await catalog()).to.deep.equal({ epoch: epoch + 4, isUnready: false })
    })
  })
}
