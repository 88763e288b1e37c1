import { newMasterKey } from '@postrider/node/auth/master-key'
import type { Channel } from '@postrider/core/channels/channels'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import { right } from '@postrider/conformance/outcome'
import type { RunningCommand } from './cli/run-postrider.js'
import { provisionTestTenant, type TenantSetUp, type TestTenant } from './http/test-tenant.js'
import { composeHere } from './own-host.js'

type Environment = Readonly<Record<string, string>>

/** Settings of an installation, and its sender. */
export interface Scene {
  readonly settings: Environment
  readonly tenant: TestTenant
}

const CREDIT_MINOR = 100_000_000

/** The channel of a tenant, and the settings of its provider account. */
interface Sending {
  readonly channel: Channel
  readonly account: Partial<ProviderAccount>
  /** The account's secrets before they are sealed. */
  readonly secrets?: Readonly<Record<string, string>>
  readonly chargeOn?: TenantSetUp['chargeOn']
}

/** Settings of an installation, and all its senders. */
interface Scenes {
  readonly settings: Environment
  readonly tenants: readonly TestTenant[]
}

/** Migrates a database and sets up several tenants in production. */
const scenesOf = async (
  given: Environment,
  { channel, account, secrets = {}, chargeOn = 'submitted' }: Sending,
  count: number,
): Promise<Scenes> => {
  const settings = { POSTRIDER_MASTER_KEY: newMasterKey(), POSTRIDER_RATE_SENDS: '1000', ...given }
  const composition = await composeHere(settings)
  try {
    const { ports } = composition
    await right(ports.storage.health.migrate())
    const opened = (one: ProviderAccount): ProviderAccount => ({
      ...one,
      channels: [channel],
      ...account,
      sealedSecrets: ports.keyRing.seal(
        JSON.stringify(secrets),
        secretsContext(one.providerAccountId),
        undefined,
      ),
    })
    const setUp = { configured: [channel], environment: 'production', opened, chargeOn } as const
    const tenants: TestTenant[] = []
    while (tenants.length < count) tenants.push(await provisionTestTenant({ ports }, CREDIT_MINOR, setUp))
    return { settings, tenants }
  } finally {
    await composition.close()
  }
}

/** Migrates a database and sets up a tenant in production. */
export const sceneOf = async (given: Environment, sending: Sending): Promise<Scene> => {
  const { settings, tenants } = await scenesOf(given, sending, 1)
  const [tenant] = tenants
  if (tenant === undefined) throw new Error('no tenant was set up')
  return { settings, tenant }
}

/** Sends emails to a server on loopback, with this number of concurrent connections per process. */
const mailsTo = (mailPort: number, places: number): Sending => ({
  channel: 'email',
  account: {
    kind: 'smtp',
    settings: { host: '127.0.0.1', port: mailPort, tls: 'none', maxConnections: places },
    maxConcurrent: places,
  },
})

/**
 * Migrates a database and sets up a tenant that sends emails to a server on loopback, with this number of
 * concurrent connections per process.
 */
export const setScene = (given: Environment, mailPort: number, places: number): Promise<Scene> =>
  sceneOf(given, mailsTo(mailPort, places))

/** The same for several tenants. */
export const setScenes = (
  given: Environment,
  mailPort: number,
  places: number,
  count: number,
): Promise<Scenes> => scenesOf(given, mailsTo(mailPort, places), count)

/** The port of a process, once it listens. */
export const portOf = async (host: RunningCommand): Promise<number> =>
  Number((await host.logged('serving'))['httpPort'])

/** Stops processes in order, and waits for them. */
export const endAll = async (running: readonly RunningCommand[]): Promise<void> => {
  for (const { process } of running) process.kill('SIGTERM')
  await Promise.all(running.map(({ exitCode }) => exitCode))
}
