import { expect } from 'chai'
import type { Ports } from '@postrider/core/assembly/ports'
import { createPostrider } from '@postrider/core/postrider'
import { E } from '@postrider/core/fp'
import { HERE } from '../../../fakes/plain-ip-addresses.js'
import { aWorld } from '../../../fakes/world.js'

const OTP = { channel: 'sms', otpVariable: 'code', otpLength: 6, ttlSeconds: 60 } as const

/** A service with a second tenant whose data changes before a chosen transaction. */
const aBusyService = (isChanged: (keys: number, transaction: number) => boolean) => {
  const world = aWorld()
  const { tenant, caller, request } = world
  const { storage } = world.ports
  const { acceptance } = storage
  let transactions = 0
  const change = () => world.save({ organizations: [{ ...tenant.organization }] })
  const accept: typeof acceptance.accept = (query, decide) => async () => {
    transactions += 1
    if (isChanged(query.keys.length, transactions)) await change()
    return acceptance.accept(query, decide)()
  }
  const inspect: typeof acceptance.inspect = (query) => async () => {
    transactions += 1
    if (isChanged(query.keys.length, transactions)) await change()
    return acceptance.inspect(query)()
  }
  const ports: Ports = {
    ...world.ports,
    storage: { ...storage, acceptance: { ...acceptance, accept, inspect } },
  }
  const postrider = createPostrider(ports)
  const from = { ...caller, clientAddress: HERE }
  const { to, templateId } = request()
  const otp = { ...OTP, to, templateId, variables: { name: 'Asha' } }
  return {
    send: (key: string) => postrider.acceptMessage(from, key, request())(),
    sendOtp: (key: string) => postrider.sendOtp(from, key, otp)(),
    dryRun: () => postrider.dryRunMessage(from, request())(),
    transactions: () => transactions,
  }
}

const CHANGES = 30

describe('A send while another tenant is being set up', () => {
  const untilThen = (_keys: number, transaction: number) => transaction <= CHANGES

  it('is prepared again for as long as the catalog changes, and accepted', async () => {
    const service = aBusyService(untilThen)
    expect(E.isRight(await service.send('key-0001'))).to.equal(true)
    expect(service.transactions()).to.equal(CHANGES + 1)
  })

  it('is an OTP, and accepted', async () => {
    expect(E.isRight(await aBusyService(untilThen).sendOtp('key-0002'))).to.equal(true)
  })

  it('is a dry run, and judged', async () => {
    expect(E.isRight(await aBusyService(untilThen).dryRun())).to.equal(true)
  })

  it('is accepted even if the catalog changes during each transaction of more than one message', async () => {
    const service = aBusyService((keys) => keys > 1)
    const sent = await Promise.all(Array.from({ length: 8 }, (_, at) => service.send(`key-010${at}`)))
    expect(sent.every(E.isRight)).to.equal(true)
  })
})
