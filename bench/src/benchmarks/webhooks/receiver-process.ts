import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { answerCalls, endWithStarter } from '../child-calls.js'
import type { Arrivals } from './receiver.js'
import { SILENT_PATH } from './silent-path.js'

/** A receiver in its own process: it notes how old each event is when it arrives. */
endWithStarter()
let ages: number[] = []

const server = createServer((request, response) => {
  if (request.url === SILENT_PATH) return
  void text(request).then((body) => {
    const { occurredAt } = JSON.parse(body) as { readonly occurredAt: string }
    ages.push(Date.now() - Date.parse(occurredAt))
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  answerCalls({
    count: () => Promise.resolve(ages.length),
    take: () => {
      const taken: Arrivals = { agesMs: ages }
      ages = []
      return Promise.resolve(taken)
    },
  })
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
process.once('SIGTERM', () => process.exit(0))
