import { BlockList } from 'node:net'
import { expect } from 'chai'
import fc from 'fast-check'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { check } from '../../../core/check.js'

const { isWithin, networkOf, normalize, normalizeRange, siteOf } = ipAddresses

const ipv4 = fc.ipV4()
/** Also addresses with many zeros, which have short forms. */
const ipv6 = fc.oneof(
  fc.ipV6().filter((text) => !text.includes('.')),
  fc
    .array(fc.constantFrom('0', '0000', '1', 'fF', 'ffff', '02a'), { minLength: 8, maxLength: 8 })
    .map((parts) => parts.join(':')),
)
const isMapped = (text: string): boolean => /^::ffff:[0-9a-f]{1,4}:[0-9a-f]{1,4}$/.test(canonical(text))

/** The canonical form from another implementation: that of URLs (RFC 5952). */
const canonical = (text: string): string => new URL(`http://[${text}]/`).hostname.slice(1, -1)

const NONE = [
  '', ' ', 'localhost', 'unknown', '1', '127.1', '10.1.2', '256.0.0.1', '1.2.3.4.5', '1.2.3.4 ', ' 1.2.3.4', '01.2.3.4',
  '1.2.3.04', '0x7f.0.0.1', '0x7f000001', '2130706433', '017700000001', '1.2.3.-4', '1.2.3.4:80', '1.2.3.4/32', '１.2.3.4',
  '[::1]', '[::1]:80', ':::', '::1::', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '12345::', 'g::', '::1/128', '::1.2.3',
  '::ffff:1.2.3.256', '::ffff:01.2.3.4', '::ffff:0x1.2.3.4', '::1.2.3.4', '%eth0', '::1%', '1.2.3.4%eth0', '::1\n',
] // prettier-ignore

const NO_RANGE = [
  '', '/', '/8', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/08', '10.0.0.0/8/8', '10.0.0.0/8 ', '10.0.0.0/ 8',
  '10.0.0.0/0x8', '10.0.0.0/1e1', '10/8', '10.0.0/24', '010.0.0.0/8', '10.0.0.0/255.0.0.0', '::/129', '::/0128', '::1/',
  'fe80::1%eth0/64', 'fe80::%eth0', '::ffff:10.0.0.0/8', '::ffff:10.0.0.0/95', '::10.0.0.0/104', '*', 'any', '10.0.0.*',
] // prettier-ignore

describe('An IP address', () => {
  it('is written in one form, from every form of input', () => {
    const forms: Readonly<Record<string, string>> = {
      '127.0.0.1': '127.0.0.1',
      '0.0.0.0': '0.0.0.0',
      '255.255.255.255': '255.255.255.255',
      '::': '::',
      '::1': '::1',
      '0:0:0:0:0:0:0:1': '::1',
      '2001:DB8:0000:0:0:0:0:00ab': '2001:db8::ab',
      '2001:db8:0:1:0:0:0:1': '2001:db8:0:1::1',
      '1:2:3:4:5:6:7::': '1:2:3:4:5:6:7:0',
      '::2:3:4:5:6:7:8': '0:2:3:4:5:6:7:8',
      '64:ff9b::192.0.2.1': '64:ff9b::c000:201',
      'fe80::1%eth0': 'fe80::1',
      'fe80::1%eth0.12': 'fe80::1',
      '::ffff:192.0.2.1': '192.0.2.1',
      '::FFFF:c000:0201': '192.0.2.1',
      '0:0:0:0:0:ffff:192.0.2.1': '192.0.2.1',
      '::ffff:192.0.2.1%1': '192.0.2.1',
    }
    for (const [text, form] of Object.entries(forms)) expect(normalize(text), text).to.equal(form)
  })

  it('is invalid in any form that other programs might read differently', () => {
    for (const text of NONE) {
      expect(normalize(text), JSON.stringify(text)).to.equal(undefined)
      expect(isWithin(text, ['0.0.0.0/0', '::/0']), JSON.stringify(text)).to.equal(false)
    }
  })

  it('of IPv4 is written as IPv4, mapped into IPv6 or not', () => {
    check(
      fc.property(ipv4, (text) => {
        expect(normalize(text)).to.equal(text)
        expect(normalize(`::ffff:${text}`)).to.equal(text)
        expect(normalize(canonical(`::ffff:${text}`))).to.equal(text)
      }),
    )
  })

  it('of IPv6 has the form of RFC 5952', () => {
    check(
      fc.property(ipv6, (text) => {
        fc.pre(!isMapped(text))
        expect(normalize(text)).to.equal(canonical(text))
      }),
      1_000,
    )
  })

  it('can be parsed from any text without an exception', () => {
    const pieces = fc.constantFrom('0', '1', 'f', 'ff', '.', ':', '::', '%', '/', '255', '1.2.3.4', 'x', ' ')
    check(
      fc.property(fc.array(pieces, { maxLength: 12 }), (some) => {
        const text = some.join('')
        const address = normalize(text)
        const range = normalizeRange(text)
        if (address !== undefined) expect(normalize(address)).to.equal(address)
        if (range !== undefined) expect(normalizeRange(range)).to.equal(range)
        expect(isWithin(text, [text])).to.equal(address !== undefined && range !== undefined)
        networkOf(text)
      }),
      5_000,
    )
  })

  it('is counted separately, one of IPv6 by its /64', () => {
    expect(networkOf('192.0.2.1')).to.equal('192.0.2.1')
    expect(networkOf('::ffff:192.0.2.1')).to.equal('192.0.2.1')
    expect(networkOf('2001:db8:1:2:3:4:5:6')).to.equal('2001:db8:1:2::/64')
    expect(networkOf('2001:db8:1:2:ffff::%eth0')).to.equal('2001:db8:1:2::/64')
    expect(networkOf('2001:db8:1:3::')).to.equal('2001:db8:1:3::/64')
    expect(networkOf('nowhere')).to.equal('nowhere')
    expect(siteOf('2001:db8:1:2:3:4:5:6')).to.equal('2001:db8:1::/48')
    for (const none of ['192.0.2.1', '::ffff:192.0.2.1', 'nowhere'])
      expect(siteOf(none), none).to.equal(undefined)
  })
})

describe('An IP range', () => {
  it('is written with its host bits cleared', () => {
    const forms: Readonly<Record<string, string>> = {
      '10.1.2.3/8': '10.0.0.0/8',
      '192.0.2.255/25': '192.0.2.128/25',
      '192.0.2.1': '192.0.2.1/32',
      '255.255.255.255/0': '0.0.0.0/0',
      '2001:DB8::1': '2001:db8::1/128',
      '2001:db8:ffff:ffff::1/33': '2001:db8:8000::/33',
      '::1/0': '::/0',
      '::ffff:10.1.2.3/104': '10.0.0.0/8',
      '::ffff:0:0/96': '0.0.0.0/0',
      '::ffff:192.0.2.1': '192.0.2.1/32',
    }
    for (const [text, form] of Object.entries(forms)) expect(normalizeRange(text), text).to.equal(form)
  })

  it('is invalid if its address or its length is, or if it is wider than all mapped addresses', () => {
    for (const text of NO_RANGE) {
      expect(normalizeRange(text), JSON.stringify(text)).to.equal(undefined)
      expect(isWithin('10.0.0.1', [text]), JSON.stringify(text)).to.equal(false)
    }
    expect(isWithin('10.0.0.1', ['10/8', '10.0.0.1'])).to.equal(true)
  })

  const bits = (most: number) => fc.integer({ min: 0, max: most })
  const ranges: ReadonlyArray<readonly ['ipv4' | 'ipv6', fc.Arbitrary<string>, fc.Arbitrary<number>]> = [
    ['ipv4', ipv4, bits(32)],
    ['ipv6', ipv6.filter((text) => !isMapped(text)), bits(128)],
  ]
  for (const [family, addresses, lengths] of ranges) {
    it(`of ${family} contains exactly the addresses that Node says`, () => {
      check(
        fc.property(addresses, addresses, lengths, (network, address, length) => {
          const range = `${network}/${length}`
          const list = new BlockList()
          list.addSubnet(network, length, family)
          expect(isWithin(address, [range])).to.equal(list.check(address, family))
          expect(isWithin(address, [normalizeRange(range) ?? ''])).to.equal(list.check(address, family))
          expect(isWithin(network, [range])).to.equal(true)
        }),
        1_000,
      )
    })
  }

  it('contains a mapped address if it contains the IPv4 one, and no other family', () => {
    expect(isWithin('::ffff:10.0.0.1', ['10.0.0.0/8'])).to.equal(true)
    expect(isWithin('10.0.0.1', ['::ffff:10.0.0.0/104'])).to.equal(true)
    expect(isWithin('::ffff:11.0.0.1', ['::ffff:10.0.0.0/104'])).to.equal(false)
    expect(isWithin('10.0.0.1', ['::/0'])).to.equal(false)
    expect(isWithin('::1', ['0.0.0.0/0'])).to.equal(false)
  })

  it('is checked in a list: any match is enough, and an empty list matches nothing', () => {
    const list = ['192.0.2.0/24', '2001:db8::/32']
    expect(isWithin('192.0.2.7', list)).to.equal(true)
    expect(isWithin('2001:db8::7', list)).to.equal(true)
    expect(isWithin('192.0.3.7', list)).to.equal(false)
    expect(isWithin('192.0.2.7', [])).to.equal(false)
  })
})
