import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { type Scene, sceneOf } from '@postrider/test/hosts/mail-scene'

/** Changes to the account. */
type SmppPlan = Pick<ProviderAccount, 'maxConcurrent'> &
  Partial<Pick<ProviderAccount, 'ratePerSecond' | 'timeoutMs'>> & {
    /** Sessions per process. Default: 1. */
    readonly binds?: number
  }

/** Migrates a database and sets up a tenant that sends SMS to an SMSC on loopback with this window. */
export const setSmppScene = (
  given: Readonly<Record<string, string>>,
  port: number,
  { maxConcurrent, ratePerSecond, timeoutMs = 15_000, binds = 1 }: SmppPlan,
): Promise<Scene> =>
  sceneOf(given, {
    channel: 'sms',
    account: {
      kind: 'smpp',
      settings: { host: '127.0.0.1', port, tls: 'none', binds },
      maxConcurrent,
      ratePerSecond,
      timeoutMs,
    },
    secrets: { systemId: 'shop', password: 'secret' },
  })
