import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { expect } from 'chai'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { boundConnections } from '@postrider/web-server/hosting/bound-connections'

/** The number of accepted connections, with one attempt from each of these addresses. */
const takenFrom = (addresses: readonly string[]): number => {
  let taken = 0
  const server = createServer()
  server.removeAllListeners('connection')
  server.on('connection', () => (taken += 1))
  boundConnections(server, { ipAddresses, mostOfAddress: 2, exempt: [], refused: () => undefined })
  for (const remoteAddress of addresses)
    server.emit('connection', Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }))
  return taken
}

const networks = (site: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${site}:${at.toString(16)}::1`)

describe('Connection limits', () => {
  it('count IPv6 by network, with a tenfold limit for a /48', () => {
    expect(takenFrom(['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])).to.equal(3)
    expect(takenFrom(['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'])).to.equal(3)
    expect(takenFrom([...networks('2001:db8:1', 50), ...networks('2001:db8:2', 5)])).to.equal(25)
  })
})
