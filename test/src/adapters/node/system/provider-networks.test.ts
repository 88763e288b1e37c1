import { expect } from 'chai'
import { isPublicAddress, providerNetworks } from '@postrider/node/system/provider-networks'
import type { NetworkReach } from '@postrider/core/providers/ports/provider-networks'

const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '::ffff:8.8.8.8', '2606:4700::1111']
const OTHERS = [
  '127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255',
  '::1 :: ::ffff:127.0.0.1 ::ffff:a00:1 fe80::1 fe80::1%lo fd00::1 64:ff9b::a00:1 2002:7f00:1:: ff02::1 nowhere',
].flatMap((line) => line.split(' '))
const METADATA = [
  '169.254.169.254 ::ffff:169.254.169.254 fe80::1 fe80::1%eth0 64:ff9b::169.254.169.254 2002:a9fe:a9fe::1',
  'fd00:ec2::254 fd20:ce::254 fd00:c1::a9fe:a9fe 100.100.100.200 168.63.129.16 192.0.0.192',
].flatMap((line) => line.split(' '))
const EVERYTHING = providerNetworks(['0.0.0.0/0', '::/0'])
const NONE = providerNetworks([])

const look = (
  networks: readonly string[],
  addresses: readonly string[],
  reach: NetworkReach = 'public',
  all = false,
) =>
  new Promise<unknown>((resolve) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const { lookupFor } = providerNetworks(networks, (_, done) => done(null, found))
    lookupFor(reach)('sms.example.com', { all }, (error, address) => resolve(error ?? address))
  })

describe('The networks that provider accounts may connect to', () => {
  it('are public addresses if none are listed', () => {
    expect(PUBLIC.filter((each) => !isPublicAddress(each))).to.deep.equal([])
    expect(OTHERS.filter(isPublicAddress)).to.deep.equal([])
    for (const address of PUBLIC) expect(NONE.problemOf(address, 'public'), address).to.equal(undefined)
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '::ffff:10.0.0.1', 'localhost', 'db.internal'])
      expect(NONE.problemOf(address, 'public'), address).to.match(
        /^is private, and POSTRIDER_PROVIDER_NETWORKS/,
      )
    expect(NONE.problemOf('sms.example.com', 'public')).to.equal(undefined)
  })

  it('never include link-local and metadata addresses, even if they are listed', async () => {
    expect(METADATA.filter(isPublicAddress)).to.deep.equal([])
    for (const address of METADATA) {
      expect(EVERYTHING.problemOf(address, 'public'), address).to.match(
        /^is a link-local or metadata address/,
      )
      expect(await look(['0.0.0.0/0', '::/0'], [address]), address).to.include({
        code: 'ADDRESS_NOT_ALLOWED',
      })
    }
  })

  it('include listed ranges and single addresses', async () => {
    const { problemOf } = providerNetworks(['10.1.0.0/16', '192.168.0.7', 'fd12::/16', '127.0.0.0/8'])
    for (const host of ['10.1.2.3', '::ffff:10.1.2.3', '192.168.0.7', 'fd12::1', 'localhost', 'sms.internal'])
      expect(problemOf(host, 'public'), host).to.equal(undefined)
    for (const host of ['10.2.0.1', '192.168.0.8', 'fd13::1'])
      expect(problemOf(host, 'public'), host).to.match(/^is private/)
    expect(providerNetworks(['10.0.0.0/8']).problemOf('localhost', 'public')).to.match(/^is private/)
    expect(await look(['10.1.0.0/16'], ['10.1.2.3'])).to.equal('10.1.2.3')
  })

  it('are only the listed ones without TLS over HTTP', async () => {
    const { problemOf } = providerNetworks(['10.0.0.0/8'])
    expect(problemOf('8.8.8.8', 'listed')).to.match(/^must use https/)
    expect(NONE.problemOf('sms.example.com', 'listed')).to.match(/^must use https/)
    expect(problemOf('sms.example.com', 'listed')).to.equal(undefined)
    expect(await look(['10.0.0.0/8'], ['8.8.8.8'], 'listed')).to.include({ code: 'ADDRESS_NOT_ALLOWED' })
    expect(await look(['10.0.0.0/8'], ['10.0.0.1'], 'listed')).to.equal('10.0.0.1')
  })

  it('are checked for every address of a name', async () => {
    expect(await look([], ['8.8.8.8'])).to.equal('8.8.8.8')
    expect(await look([], ['8.8.8.8', '::1'])).to.include({ code: 'ADDRESS_NOT_ALLOWED' })
    expect(await look([], ['8.8.8.8', '1.1.1.1'], 'public', true)).to.deep.equal([
      { address: '8.8.8.8', family: 4 },
      { address: '1.1.1.1', family: 4 },
    ])
    expect(await look([], [])).to.be.instanceOf(Error)
  })
})
