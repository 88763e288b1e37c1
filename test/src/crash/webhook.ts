import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { Receipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { toReceiptReport } from './provider-report.js'

/**
 * Receives the provider's reports. Returns 200 after they are stored, and otherwise 503, so that they are
 * sent again.
 */
export const openWebhook = async (
  port: number,
  providerAccountId: ProviderAccountId,
  receipts: () => Receipts | undefined,
): Promise<Server> => {
  const server = createServer((request, response) => {
    void (async () => {
      const report = toReceiptReport(providerAccountId, await text(request))
      const stored = await receipts()?.record({ reports: [report] })()
      response.writeHead(stored !== undefined && E.isRight(stored) ? 200 : 503).end()
    })()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
