import { expect } from 'chai'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { E } from '@postrider/core/fp'
import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import { openProviders } from '@postrider/core/providers/use-cases/calls/open-providers'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { anSms } from '@postrider/conformance/provider'
import { scriptedProvider } from '../../../fakes/scripted-provider.js'
import { aWorld } from '../../../fakes/world.js'

/** An opener of a kind with or without a listener, and what it opened and closed, in that order. */
const watched = (listens: boolean) => {
  const happened: string[] = []
  const endings: Array<() => void> = []
  const { opener } = scriptedProvider()
  const watching: ProviderOpener = {
    ...opener,
    ...(listens && { listens }),
    open: (account, secrets, sink) => {
      if (account.settings['broken'] === true) throw new Error('no such host in the settings')
      happened.push(`opened ${account.version}`)
      return {
        ...opener.open(account, secrets, sink),
        close: () =>
          new Promise((resolve) => {
            endings.push(() => {
              happened.push(`closed ${account.version}`)
              resolve()
            })
          }),
      }
    },
  }
  const { keyRing, clock } = aWorld().ports
  const providers = openProviders({ keyRing, clock, providers: [watching] }, () => Promise.resolve())
  /** Lets every started close end. */
  const drain = async (): Promise<void> => {
    for (const end of endings.splice(0)) end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const account = aProviderAccount()
  const at = (version: number, more: Partial<ProviderAccount> = {}): ProviderAccount => ({
    ...account,
    version,
    ...more,
  })
  return { providers, happened, drain, at }
}

describe('Open provider accounts', () => {
  it('stay open while they are unchanged, also for callers with the earlier version', () => {
    const { providers, happened, at } = watched(false)
    const provider = providers.get(at(2))
    expect(providers.get(at(2))).to.equal(provider)
    expect(providers.get(at(1))).to.equal(provider)
    expect(happened).to.deep.equal(['opened 2'])
  })

  it('are opened again after a change, and only after the old one is closed', async () => {
    const { providers, happened, drain, at } = watched(false)
    providers.get(at(1))
    expect(providers.get(at(2))).to.equal(undefined)
    expect(providers.get(at(2))).to.equal(undefined)
    expect(happened).to.deep.equal(['opened 1'])
    await drain()
    expect(providers.get(at(2))).not.to.equal(undefined)
    expect(happened).to.deep.equal(['opened 1', 'closed 1', 'opened 2'])
  })

  it('that listen are opened before anything is sent, and closed when they are disabled or deleted', async () => {
    const { providers, happened, drain, at } = watched(true)
    expect(providers.follow([at(1, { status: 'disabled' })]).size).to.equal(0)
    expect(happened).to.deep.equal([])
    providers.follow([at(2)])
    providers.follow([at(2)])
    expect(happened).to.deep.equal(['opened 2'])
    providers.follow([at(3, { status: 'disabled' })])
    await drain()
    providers.follow([at(4)])
    providers.follow([])
    await drain()
    expect(happened).to.deep.equal(['opened 2', 'closed 2', 'opened 4', 'closed 4'])
  })

  it("that don't listen wait for the first message, and are closed like the others", async () => {
    const { providers, happened, drain, at } = watched(false)
    providers.follow([at(1)])
    expect(happened).to.deep.equal([])
    providers.get(at(1))
    providers.follow([at(2, { status: 'disabled' })])
    await drain()
    expect(happened).to.deep.equal(['opened 1', 'closed 1'])
  })

  it("report those that can't be opened, without affecting the others", () => {
    const { providers, happened, at } = watched(true)
    const broken = aProviderAccount({ settings: { broken: true } })
    const failed = providers.follow([broken, at(1)])
    expect([...failed.keys()]).to.deep.equal([broken.providerAccountId])
    expect(happened).to.deep.equal(['opened 1'])
  })

  it('are all closed at the end of their owner', async () => {
    const { providers, happened, drain, at } = watched(false)
    providers.get(at(1))
    const closed = providers.close()
    await drain()
    await closed
    expect(happened).to.deep.equal(['opened 1', 'closed 1'])
  })

  it('need an adapter for their kind', () => {
    const { providers, at } = watched(false)
    expect(() => providers.get(at(1, { kind: 'smtp' }))).to.throw('no adapter')
  })

  it('show their health by their calls, which are counted while they run', async () => {
    const { keyRing, clock } = aWorld().ports
    const script = scriptedProvider()
    const providers = openProviders({ keyRing, clock, providers: [script.opener] }, () => Promise.resolve())
    const account = aProviderAccount({ kind: 'sandbox' })
    const health = () => providers.health().get(account.providerAccountId)
    expect(health()).to.equal(undefined)
    const provider = providers.get(account)
    expect(health()).to.include({ status: 'connecting', callsInFlight: 0 })
    script.answer({ _tag: 'NotAttempted', detail: 'no connection' })
    const under = provider?.submit(anSms('+447700900123'), 1_000)
    expect(health()).to.include({ callsInFlight: 1 })
    await under
    expect(health()).to.include({ status: 'down', detail: 'no connection', callsInFlight: 0 })
    await provider?.submit(anSms('+447700900123'), 1_000)
    expect(health()).to.include({ status: 'up', detail: undefined })
  })

  it("that can't be opened are down with a reason, until they can be or are disabled", () => {
    const { providers, at } = watched(true)
    const broken = aProviderAccount({ settings: { broken: true } })
    const { providerAccountId } = broken
    providers.follow([broken, at(1)])
    const health = providers.health().get(providerAccountId)
    expect(health).to.include({ status: 'down' })
    expect(health?.detail).to.match(/^it cannot be opened: .+/)
    expect(providers.isUnopened(providerAccountId)).to.equal(true)
    providers.follow([{ ...broken, status: 'disabled' }])
    expect(providers.health().has(providerAccountId)).to.equal(false)
    providers.follow([broken])
    providers.follow([{ ...broken, version: 2, settings: {} }])
    expect(providers.health().get(providerAccountId)).to.include({ status: 'connecting' })
    expect(providers.isUnopened(providerAccountId)).to.equal(false)
  })

  it("that can't be opened show none of their secrets as the reason", () => {
    const { keyRing, clock } = aWorld().ports
    const telling = { ...keyRing, open: () => E.right(JSON.stringify({ password: 'hunter2' })) }
    const { opener } = scriptedProvider()
    const repeating: typeof opener = {
      ...opener,
      open: () => {
        throw new Error('cannot sign in with hunter2 at smtp.example.com')
      },
    }
    const providers = openProviders({ keyRing: telling, clock, providers: [repeating] }, () =>
      Promise.resolve(),
    )
    const account = aProviderAccount({ kind: opener.kind })
    expect(() => providers.get(account)).to.throw('cannot sign in')
    expect(providers.health().get(account.providerAccountId)).to.include({
      status: 'down',
      detail: 'it cannot be opened: cannot sign in with … at smtp.example.com',
    })
  })

  it("don't repeat the content of a broken secret", () => {
    const { keyRing, clock } = aWorld().ports
    const telling = { ...keyRing, open: () => E.right('hunter2') }
    const { opener } = scriptedProvider()
    const providers = openProviders({ keyRing: telling, clock, providers: [opener] }, () => Promise.resolve())
    expect(() => providers.get(aProviderAccount())).to.throw(/^the secrets of pac_\w+ are not texts$/)
  })
})
