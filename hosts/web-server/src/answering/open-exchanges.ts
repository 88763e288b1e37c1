import type { Exchange } from '../exchange/exchange.js'

/** The exchanges in progress, in no order. */
interface OpenExchanges {
  add(exchange: Exchange): void
  remove(exchange: Exchange): void
  /** The exchanges on a connection. */
  on(socket: unknown): readonly Exchange[]
  count(): number
  /** The number of exchanges whose request has arrived completely; for occasional use. */
  countWhole(): number
}

/**
 * Creates an empty set of exchanges, kept as an array in which each exchange knows its index. A `Set` with
 * thousands of additions and removals per second grows table after table, and each table points to the next.
 * Once one of them is in the old generation, the garbage collector of the young generation keeps everything
 * that later tables ever held: nearly every request with its response. That cost a sixth of the processor
 * time.
 */
export const openExchanges = (): OpenExchanges => {
  const open: Exchange[] = []
  return {
    add: (exchange) => {
      exchange.place = open.length
      open.push(exchange)
    },
    remove: (exchange) => {
      const { place } = exchange
      if (open[place] !== exchange) return
      const last = open.pop()
      if (last === undefined || last === exchange) return
      open[place] = last
      last.place = place
    },
    on: (socket) => open.filter(({ request }) => request.socket === socket),
    count: () => open.length,
    countWhole: () => open.reduce((whole, { request }) => (request.complete ? whole + 1 : whole), 0),
  }
}
