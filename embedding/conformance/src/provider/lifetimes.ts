import { expect } from 'chai'
import { followedProvider } from '@postrider/core/providers/use-cases/calls/followed-provider'
import { fresh } from '../builders/fresh.js'
import { eventually } from '../eventually.js'
import { messageOf } from './kit-message.js'
import {
  aWhile,
  copiesOf,
  deliveriesIn,
  type ProviderUnderTest,
  SHORT_MS,
  submit,
  TIMEOUT_MS,
} from './provider-under-test.js'

const ACCOUNT = { providerAccountId: fresh.id('pac') }
const CLOCK = { nowMs: Date.now }

const health = (at: ProviderUnderTest): void => {
  it('is up after it has taken a message, and shows its number of running calls', async () => {
    const { provider, health: ask } = followedProvider(at.opened.provider, ACCOUNT, at.reports.sink, CLOCK)
    const { accepted, silent } = at.opened.destinations
    await provider.submit(messageOf(at.channel, accepted), TIMEOUT_MS)
    expect(ask()).to.include({ status: 'up', detail: undefined, callsInFlight: 0 })
    const underWay = provider.submit(messageOf(at.channel, silent), SHORT_MS)
    expect(ask()).to.include({ status: 'up', callsInFlight: 1 })
    await underWay
    expect(ask().callsInFlight).to.equal(0)
  })

  it('connects without sending anything if it has sessions', async () => {
    const { provider } = at.opened
    if (provider.connect === undefined) return
    expect(await provider.connect(TIMEOUT_MS)).to.equal(undefined)
    const { health: ask } = followedProvider(provider, ACCOUNT, at.reports.sink, CLOCK)
    expect(ask().sessions).to.be.greaterThan(0)
    expect(await at.opened.delivered()).to.deep.equal([])
  })
}

const closing = (at: ProviderUnderTest): void => {
  it('finishes running calls before it is closed, and takes nothing afterwards', async () => {
    const sent = Array.from({ length: 8 }, () => messageOf(at.channel, at.opened.destinations.accepted))
    const pending = sent.map((one) => submit(at, one))
    let answered = 0
    for (const each of pending) void each.then(() => (answered += 1))
    await at.opened.provider.close()
    expect(answered).to.equal(8)
    for (const each of pending) expect(await each).to.have.property('_tag', 'Accepted')
    const late = await submit(at, messageOf(at.channel, at.opened.destinations.accepted))
    expect(late).to.have.property('_tag', 'NotAttempted')
  })

  it('leaves nothing behind when it is closed, and works when it is opened again, without duplicate reports', async () => {
    const { opened, reports, options } = at
    const { accepted } = opened.destinations
    const connections = async (): Promise<number> => (await opened.connections?.()) ?? 0
    const first = messageOf(at.channel, accepted)
    expect(await submit(at, first)).to.have.property('_tag', 'Accepted')
    expect((await connections()) > 0).to.equal(opened.connections !== undefined)
    const open = await connections()
    await opened.provider.close()
    await eventually('its connections ended', async () => (await connections()) === 0)
    const again = opened.reopen()
    try {
      const second = messageOf(at.channel, accepted)
      expect(await submit(at, second, { by: again })).to.have.property('_tag', 'Accepted')
      expect(await connections()).to.equal(open)
      for (const one of [first, second]) {
        await eventually('it arrived', async () => (await copiesOf(at, one)) > 0)
        expect(await copiesOf(at, one)).to.equal(1)
      }
      if (options.reportsDelivery)
        await eventually('both were reported', () => deliveriesIn(reports).length >= 2)
      await aWhile()
      const { stored } = reports
      expect(new Set(stored.map(({ eventKey }) => eventKey)).size).to.equal(stored.length)
    } finally {
      await again.close()
    }
    await eventually('its connections ended', async () => (await connections()) === 0)
  })
}

/** Tests how an account is opened, reports its health, is closed and opened again. */
export const lifetimes = (at: ProviderUnderTest): void => {
  health(at)
  closing(at)
}
