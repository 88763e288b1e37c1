import { expect } from 'chai'
import type { BlockReport, WaitingBlock } from '@postrider/core/providers/domain/receipts/block-report'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, useStorage } from '../open-storage.js'

/** Tests reports about recipients whose message isn't known yet. */
export const waitingBlocksSuite = (open: OpenStorage): void => {
  describe('waiting blocks', () => {
    const at = useStorage(open, 'test')

    const aBlock = (report: Partial<BlockReport> = {}, receivedAtMs = NOW_MS): WaitingBlock => ({
      waitingBlockId: fresh.id('rct'),
      report: {
        providerAccountId: fresh.id('pac'),
        messageId: undefined,
        providerMessageId: 'early',
        suppresses: 'opt_out',
        ...report,
      },
      receivedAtMs,
    })

    it('are kept until they are removed, and read by age, page by page', async () => {
      const { keepBlocks, removeBlocks, waitingBlocks } = at.storage.receipts
      const first = aBlock({ addresses: ['919876543210', 'ASHAST'], recipient: '+919876543210' })
      const [second, young] = [aBlock({ otherMessageId: '0e9' }), aBlock({}, NOW_MS + 1)]
      await right(keepBlocks([first, second, young]))
      const kept = async (after?: WaitingBlock, limit = 9) =>
        (await right(waitingBlocks(NOW_MS + 1, after?.waitingBlockId, limit))).map(
          ({ waitingBlockId, report: { messageId, ...report }, receivedAtMs }) => {
            expect(messageId).to.equal(undefined)
            return { waitingBlockId, report, receivedAtMs }
          },
        )
      const { messageId: _, ...report } = first.report
      expect((await kept(undefined, 1))[0]).to.deep.equal({ ...first, report })
      expect((await kept(first)).map(({ waitingBlockId }) => waitingBlockId)).to.deep.equal([
        second.waitingBlockId,
      ])
      await right(removeBlocks([first.waitingBlockId, fresh.id('rct')]))
      expect(await kept()).to.have.length(1)
    })
  })
}
