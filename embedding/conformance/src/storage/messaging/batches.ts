import { expect } from 'chai'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { left, right } from '../../outcome.js'
import {
  aRequest,
  credit,
  requestsQueryOf,
  judgeRequests,
  payingAccountOf,
  type AcceptanceRequest,
} from './accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'

const DAY_MS = 24 * 3_600_000

/** Accepts the requests as a batch with this receipt. */
const acceptBatch = (
  { storage }: Pick<StorageUnderTest, 'storage'>,
  requests: readonly AcceptanceRequest[],
  key: string,
  material: string,
  createdAtMs = NOW_MS,
) =>
  storage.acceptance.accept({ ...requestsQueryOf(requests), receipts: [key] }, (known) => {
    if (known.receipts.has(key)) return writingNothing(known.receipts.get(key))
    const plan = judgeRequests(requests)(known)
    return { ...plan, receipts: [{ key, material, createdAtMs }], result: 'written' }
  })

const receiptOf = ({ storage }: StorageUnderTest, key: string) =>
  right(
    storage.acceptance.accept(anAcceptanceQuery({ receipts: [key] }), (known) =>
      writingNothing(known.receipts.get(key)),
    ),
  )

/** Tests the receipts of batches. */
export const batchesSuite = (open: OpenStorage): void => {
  describe('receipts of batches', () => {
    const at = useStorage(open)

    const paidRequest = async (): Promise<AcceptanceRequest> => {
      const request = aRequest()
      await credit(at.storage, payingAccountOf(request.message), 100)
      return request
    }

    it('are returned on request, with the content that they were written with', async () => {
      const [key, material] = [fresh.hex(32), fresh.hex(32)]
      expect(await receiptOf(at, key)).to.equal(undefined)
      await right(acceptBatch(at, [await paidRequest()], key, material))
      expect(await receiptOf(at, key)).to.equal(material)
      expect(await receiptOf(at, fresh.hex(32))).to.equal(undefined)
    })

    it('are written once, for any concurrent writers', async () => {
      const key = fresh.hex(32)
      const other = await at.another()
      const [one, two] = [await paidRequest(), await paidRequest()]
      const results = await Promise.all([
        right(acceptBatch(at, [one], key, 'a'.repeat(32))),
        right(acceptBatch({ storage: other }, [two], key, 'b'.repeat(32))),
      ])
      const written = results.filter((result) => result === 'written')
      expect(written).to.have.length(1)
      const stored = await receiptOf(at, key)
      expect(results.find((result) => result !== 'written')).to.equal(stored)
    })

    it('leave nothing of a batch that the database refuses', async () => {
      const key = fresh.hex(32)
      const request = await paidRequest()
      const refused = at.storage.acceptance.accept(
        { ...requestsQueryOf([request]), receipts: [key] },
        (known) => {
          const plan = judgeRequests([request])(known)
          const accounts = plan.accounts.map((account) => ({ ...account, reservedMinor: 1_000 }))
          return { ...plan, accounts, receipts: [{ key, material: fresh.hex(32), createdAtMs: NOW_MS }] }
        },
      )
      expect((await left(refused))._tag).to.equal('BatchFailed')
      expect(await receiptOf(at, key)).to.equal(undefined)
    })

    it('are purged with the keys of their age', async () => {
      const [old, young] = [fresh.hex(32), fresh.hex(32)]
      const longAgoMs = NOW_MS - 500 * DAY_MS
      await right(acceptBatch(at, [await paidRequest()], old, fresh.hex(32), longAgoMs))
      await right(acceptBatch(at, [await paidRequest()], young, fresh.hex(32)))
      expect(await right(at.storage.acceptance.purgeAccepted(NOW_MS - 400 * DAY_MS, 10))).to.equal(1)
      expect(await receiptOf(at, old)).to.equal(undefined)
      expect(await receiptOf(at, young)).to.not.equal(undefined)
    })
  })
}
