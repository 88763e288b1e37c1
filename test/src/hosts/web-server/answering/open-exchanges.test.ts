import { expect } from 'chai'
import fc from 'fast-check'
import { openExchanges } from '@postrider/web-server/answering/open-exchanges'
import type { Exchange } from '@postrider/web-server/exchange/exchange'

const SOCKETS = [{}, {}, {}]

const exchangeOn = (socket: object): Exchange =>
  ({ request: { socket }, place: Number.NaN }) as unknown as Exchange

describe('Open exchanges', () => {
  it('are those that have started and not ended, per connection, despite duplicate ends', () => {
    const steps = fc.array(fc.record({ ends: fc.boolean(), which: fc.nat(11) }), { maxLength: 100 })
    fc.assert(
      fc.property(steps, (happening) => {
        const all = Array.from({ length: 12 }, (_, at) => exchangeOn(SOCKETS[at % SOCKETS.length] ?? {}))
        const open = openExchanges()
        const model = new Set<Exchange>()
        for (const { ends, which } of happening) {
          const exchange = all[which]
          if (exchange === undefined) continue
          if (ends) {
            open.remove(exchange)
            model.delete(exchange)
          } else if (!model.has(exchange)) {
            open.add(exchange)
            model.add(exchange)
          }
          expect(open.count()).to.equal(model.size)
          for (const socket of SOCKETS)
            expect(open.on(socket)).to.have.members([...model].filter((one) => one.request.socket === socket))
        }
      }),
    )
  })
})
