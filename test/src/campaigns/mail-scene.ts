import { newMasterKey } from '@postrider/auth-node/master-key'
import { E } from '@postrider/core/fp'
import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'
import { secretsContext } from '@postrider/core/use-cases/providers/account-secrets'
import { compose } from '@postrider/wiring/compose'
import { parseSettings } from '@postrider/wiring/settings'
import { right } from '@postrider/conformance/outcome'
import type { RunningCommand } from '../hosts/cli/run-postrider.js'
import { provisionTestTenant, type TestTenant } from '../hosts/http/test-tenant.js'

type Environment = Readonly<Record<string, string>>

/** Settings of an installation, and who sends there. */
export interface Scene {
  readonly settings: Environment
  readonly tenant: TestTenant
}

const CREDIT_MINOR = 100_000_000

/** Migrates a database and sets up a tenant whose mails go to a server on loopback, so many at once from each process. */
export const setScene = async (given: Environment, mailPort: number, places: number): Promise<Scene> => {
  const settings = { POSTRIDER_MASTER_KEY: newMasterKey(), POSTRIDER_RATE_SENDS: '1000', ...given }
  const parsed = parseSettings(settings)
  if (E.isLeft(parsed)) throw new Error(JSON.stringify(parsed.left))
  const composition = await compose(parsed.right, { log: { write: () => undefined } })
  try {
    const { ports } = composition
    await right(ports.storage.health.migrate())
    const opened = (account: ProviderAccount): ProviderAccount => ({
      ...account,
      kind: 'smtp',
      channels: ['email'],
      settings: { host: '127.0.0.1', port: mailPort, tls: 'none', maxConnections: places },
      sealedSecrets: ports.keyRing.seal('{}', secretsContext(account.providerAccountId), undefined),
      maxConcurrent: places,
    })
    const setUp = { configured: ['email'], environment: 'production', opened } as const
    return { settings, tenant: await provisionTestTenant({ ports }, CREDIT_MINOR, setUp) }
  } finally {
    await composition.close()
  }
}

/** Where a process listens, once it does. */
export const portOf = async (host: RunningCommand): Promise<number> =>
  Number((await host.logged('serving'))['httpPort'])

/** Ends processes in order, and waits for them. */
export const endAll = async (running: readonly RunningCommand[]): Promise<void> => {
  for (const { process } of running) process.kill('SIGTERM')
  await Promise.all(running.map(({ exitCode }) => exitCode))
}
