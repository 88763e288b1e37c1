import { CHANNEL_NAMES } from '@postrider/core/domain/channels/channels'
import { carriedBy } from '@postrider/wiring/providers'
import { isId, type ProviderAccountId } from '@postrider/core/domain/ids/id'
import { BY_DEMO, type DemoCaller, DemoError } from './demo-callers.js'
import { smtpSettings } from './smtp-settings.js'

const { reason } = BY_DEMO

const save = async (operator: DemoCaller, body: object): Promise<ProviderAccountId> => {
  const saved = await operator.run('saveProviderAccount', { ...body, timeoutMs: 15_000, reason })
  const { providerAccountId } = saved.providerAccount
  if (!isId('pac', providerAccountId)) throw new DemoError(`${providerAccountId} is no identifier`)
  return providerAccountId
}

/** Makes an account of the sandbox, which serves every channel of the test environment; with an inbox of its own by its name. */
export const makeSandboxAccount = (
  operator: DemoCaller,
  name: string,
  inbox?: string,
): Promise<ProviderAccountId> =>
  save(operator, {
    kind: 'sandbox',
    name,
    channels: CHANNEL_NAMES,
    settings: inbox === undefined ? {} : { inbox },
    maxConcurrent: 64,
  })

const smtpAccount = (port: number) => ({
  kind: 'smtp',
  name: 'Throwaway SMTP server',
  channels: carriedBy('smtp'),
  settings: smtpSettings(port),
  maxConcurrent: 4,
})

/** Makes the account of the SMTP server on this port. */
export const makeSmtpAccount = (operator: DemoCaller, port: number): Promise<ProviderAccountId> =>
  save(operator, smtpAccount(port))

/** Points the account to the SMTP server of this time, which has another port each time. */
export const pointToServer = async (
  operator: DemoCaller,
  providerAccountId: ProviderAccountId,
  port: number,
): Promise<void> => {
  const { providerAccounts } = await operator.run('listProviderAccounts', {})
  const account = providerAccounts.find((one) => one.providerAccountId === providerAccountId)
  if (account === undefined) throw new DemoError('the account of the SMTP server is gone')
  await save(operator, { ...smtpAccount(port), providerAccountId, version: account.version })
}
