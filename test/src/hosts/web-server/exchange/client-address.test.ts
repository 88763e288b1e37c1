import { Socket } from 'node:net'
import { expect } from 'chai'
import fc from 'fast-check'
import { createClientAddressOf } from '@postrider/web-server/exchange/client-address'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { check } from '../../../core/check.js'

const PROXIES = ['10.0.0.0/8', 'fd00::/8']

/** A connection with this remote address. */
const from = (remoteAddress: string | undefined): Socket =>
  Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress, configurable: true })

const addressOf = (peer: string | undefined, forwardedFor?: string, proxies = PROXIES): string =>
  createClientAddressOf(ipAddresses, proxies)(from(peer), forwardedFor)

describe('The address of a client', () => {
  it('is that of the connection, in its canonical form', () => {
    expect(addressOf('203.0.113.9')).to.equal('203.0.113.9')
    expect(addressOf('::ffff:203.0.113.9')).to.equal('203.0.113.9')
    expect(addressOf('fe80::1%eth0')).to.equal('fe80::1')
    expect(addressOf(undefined)).to.equal('')
  })

  it('is reported by a trusted proxy, and by nobody else', () => {
    const forwarded = '198.51.100.7'
    expect(addressOf('10.0.0.1', forwarded)).to.equal(forwarded)
    expect(addressOf('::ffff:10.0.0.1', forwarded)).to.equal(forwarded)
    expect(addressOf('fd00::1', '2001:DB8::7')).to.equal('2001:db8::7')
    expect(addressOf('203.0.113.9', forwarded)).to.equal('203.0.113.9')
    expect(addressOf('10.0.0.1', forwarded, [])).to.equal('10.0.0.1')
    expect(addressOf(undefined, forwarded)).to.equal('')
  })

  const walks: ReadonlyArray<readonly [title: string, forwardedFor: string | undefined, address: string]> = [
    ['the proxy’s if it sends no header', undefined, '10.0.0.1'],
    ['the proxy’s if its header is empty', '', '10.0.0.1'],
    ['the last one, whatever the client wrote before it', '192.0.2.1, 10.0.0.9, 203.0.113.9', '203.0.113.9'],
    ['the one before a chain of trusted proxies', '192.0.2.1, 203.0.113.9, 10.0.0.2,fd00::2', '203.0.113.9'],
    ['the first of a chain of nothing but trusted proxies', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['the last valid one before an invalid address', 'unknown, 10.0.0.2', '10.0.0.2'],
    ['the proxy’s if its entry is not an address', '203.0.113.9, _hidden', '10.0.0.1'],
    ['the one before a port', '203.0.113.9:4711, 10.0.0.2:80', '203.0.113.9'],
    ['the one in brackets before a port', '[2001:db8::7]:4711', '2001:db8::7'],
    ['the one in brackets', '[2001:db8::7], [fd00::2]:443', '2001:db8::7'],
    ['the proxy’s if brackets hold no address', '[nowhere]:80', '10.0.0.1'],
    ['the proxy’s if what follows the address is no port', '203.0.113.9:port', '10.0.0.1'],
    ['the last valid one before an empty entry', '203.0.113.9,,10.0.0.2', '10.0.0.2'],
    ['a mapped one as IPv4, trusted or not', '::ffff:203.0.113.9, ::ffff:10.0.0.2', '203.0.113.9'],
    ['one with surrounding blanks and tabs', ' \t203.0.113.9 \t, 10.0.0.2 ', '203.0.113.9'],
  ]
  for (const [title, forwardedFor, address] of walks) {
    it(`is ${title}`, () => {
      expect(addressOf('10.0.0.1', forwardedFor)).to.equal(address)
    })
  }

  it("can't be changed by headers that a client writes before the proxies' entries", () => {
    const anything = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom('10.0.0.7', 'unknown', '', ' '),
      fc.string(),
    )
    check(
      fc.property(fc.array(anything, { maxLength: 5 }), fc.integer({ min: 0, max: 3 }), (own, proxies) => {
        const appended = ['203.0.113.9', ...Array.from({ length: proxies }, (_, at) => `10.0.0.${at + 2}`)]
        expect(addressOf('10.0.0.1', [...own, ...appended].join(', '))).to.equal('203.0.113.9')
      }),
      500,
    )
  })

  it('is parsed once per connection, and the proxy header for each request', () => {
    let looked = 0
    const counting = {
      ...ipAddresses,
      normalize: (address: string) => {
        looked += 1
        return ipAddresses.normalize(address)
      },
    }
    const direct = createClientAddressOf(counting, [])
    const client = from('203.0.113.9')
    for (let at = 0; at < 10; at += 1) expect(direct(client, '192.0.2.1')).to.equal('203.0.113.9')
    expect(looked).to.equal(1)
    const behind = createClientAddressOf(counting, PROXIES)
    const proxy = from('10.0.0.1')
    for (const one of ['192.0.2.1', '192.0.2.2']) expect(behind(proxy, one)).to.equal(one)
  })
})
