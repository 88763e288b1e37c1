import { type Channel, CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { carriedBy } from '@postrider/wiring/providers'
import { isId, type ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { BY_DEMO, type DemoCaller, DemoError } from './demo-callers.js'
import { smtpSettings } from './smtp-settings.js'

const { reason } = BY_DEMO

/** By which account a channel of a tenant is sent. */
export interface ChannelAccount {
  readonly channel: Channel
  readonly providerAccountId: ProviderAccountId
}

const save = async (operator: DemoCaller, body: object): Promise<ProviderAccountId> => {
  const saved = await operator.run('saveProviderAccount', { ...body, timeoutMs: 15_000, reason })
  const { providerAccountId } = saved.providerAccount
  if (!isId('pac', providerAccountId)) throw new DemoError(`${providerAccountId} is no identifier`)
  return providerAccountId
}

/** Makes an account of the sandbox, which serves every channel of the test environment; with an inbox of its own by its name. */
export const makeSandboxAccount = async (
  operator: DemoCaller,
  name: string,
  inbox?: string,
): Promise<readonly ChannelAccount[]> => {
  const providerAccountId = await save(operator, {
    kind: 'sandbox',
    name,
    channels: CHANNEL_NAMES,
    settings: inbox === undefined ? {} : { inbox },
    maxConcurrent: 64,
  })
  return CHANNEL_NAMES.map((channel) => ({ channel, providerAccountId }))
}

/** Where the demo's own servers listen: each time elsewhere. */
export interface PeerPorts {
  readonly smtp: number
  readonly smpp: number
}

/** How the demo's SMSC is entered. */
export const SMSC_LOGIN = { systemId: 'demo', password: 'demopass' } as const

const peerAccounts = ({ smtp, smpp }: PeerPorts) =>
  [
    {
      kind: 'smtp',
      name: 'Throwaway SMTP server',
      channels: carriedBy('smtp'),
      settings: smtpSettings(smtp),
      maxConcurrent: 4,
    },
    {
      kind: 'smpp',
      name: 'Small SMSC',
      channels: carriedBy('smpp'),
      settings: { host: '127.0.0.1', port: smpp, tls: 'none' },
      secrets: SMSC_LOGIN,
      maxConcurrent: 10,
    },
  ] as const

/** Makes the accounts of the demo's own servers. */
export const makePeerAccounts = async (
  operator: DemoCaller,
  ports: PeerPorts,
): Promise<readonly ChannelAccount[]> => {
  const made: ChannelAccount[] = []
  for (const account of peerAccounts(ports)) {
    const providerAccountId = await save(operator, account)
    for (const channel of account.channels) made.push({ channel, providerAccountId })
  }
  return made
}

/** Points the accounts to the servers of this time. */
export const pointToPeers = async (
  operator: DemoCaller,
  accounts: readonly ChannelAccount[],
  ports: PeerPorts,
): Promise<void> => {
  const { providerAccounts } = await operator.run('listProviderAccounts', {})
  for (const peer of peerAccounts(ports)) {
    const own = accounts.map(({ providerAccountId }) => providerAccountId)
    const found = providerAccounts.find(
      ({ kind, providerAccountId }) => kind === peer.kind && own.some((id) => id === providerAccountId),
    )
    if (found === undefined) throw new DemoError(`the account of kind ${peer.kind} is gone`)
    const { providerAccountId, version } = found
    await save(operator, { ...peer, providerAccountId, version })
  }
}
