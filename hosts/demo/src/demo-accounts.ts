import { type Channel, CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { carriedBy } from '@postrider/wiring/providers'
import { isId, type ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { BY_DEMO, type DemoCaller, DemoError } from './demo-callers.js'
import { smtpSettings } from './smtp-settings.js'

const { reason } = BY_DEMO

/** The provider account for a channel of a tenant. */
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

/**
 * Creates an account of the sandbox, which serves every channel of the test environment; if named, with an
 * inbox of its own.
 */
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

/** The ports of the demo's own servers, which differ each time. */
export interface PeerPorts {
  readonly smtp: number
  readonly smpp: number
}

/** The login at the demo's SMSC. */
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

/** Creates the accounts of the demo's own servers. */
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

/** Updates the accounts to the current ports of the servers. */
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
