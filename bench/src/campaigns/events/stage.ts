import { randomBytes } from 'node:crypto'
import { newMasterKey } from '@postrider/node/auth/master-key'
import type { EventType } from '@postrider/core/feed/domain/event-note'
import { secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { receiverEndpointId } from '@postrider/core/webhooks/domain/event-receiver'
import type { WebhookOrdering } from '@postrider/core/webhooks/domain/webhook-endpoint'
import { right } from '@postrider/conformance/outcome'
import { openEndpoint } from '@postrider/test/builders/open-endpoint'
import { provisionTestTenant, type TestTenant } from '@postrider/test/hosts/http/test-tenant'
import { composeHere } from '@postrider/test/hosts/own-host'
import type { AppId, EndpointId } from '@postrider/core/kernel/ids/id'
import type { CampaignRun } from '../campaign.js'
import { serverSettings } from '../server-settings.js'
import type { Ground } from './ground.js'
import { type AppJournal, type EndpointJournal, openAppJournal, openEndpointJournal } from './journal.js'
import type { Behavior, Receivers } from './receivers.js'

/** An endpoint of a tenant, and what arrived at it. */
export interface Endpoint {
  readonly endpointId: EndpointId
  readonly behavior: Behavior
  readonly ordering: WebhookOrdering
  /** Undefined: all types. */
  readonly types: readonly EventType[] | undefined
  readonly journal: EndpointJournal
}

/** An Organization whose app sends, and the endpoints of that app. */
export interface Customer {
  readonly tenant: TestTenant
  readonly app: AppJournal
  readonly endpoints: readonly Endpoint[]
}

/** An installation on a database, and its customers. */
export interface Stage {
  readonly run: CampaignRun
  readonly ground: Ground
  readonly settings: Readonly<Record<string, string>>
  readonly customers: readonly Customer[]
  readonly receivers: Receivers
  readonly fraction: () => number
}

const CUSTOMERS = 2
const CREDIT_MINOR = 1_000_000_000
/** The messages that a dispatcher sends at the same time. */
const PLACES = 64

type Plan = Pick<Endpoint, 'behavior' | 'ordering' | 'types'>

const planned = (behavior: Behavior, more: Partial<Plan> = {}): Plan => ({
  behavior,
  ordering: 'message',
  types: undefined,
  ...more,
})

/** The endpoints of each customer. */
const PLANS: readonly Plan[] = [
  planned('prompt'),
  planned('prompt', { types: ['message.delivered', 'message.failed'] }),
  planned('prompt', { ordering: 'strict' }),
  planned('slow'),
  planned('slow'),
  planned('fails'),
  planned('resets'),
  planned('dead'),
  planned('dead'),
  planned('untrusted'),
]

/** The event receiver of the installation, as an endpoint of the app. */
const receiverOf = (app: AppJournal, journals: Map<string, EndpointJournal>): Endpoint => {
  const journal = openEndpointJournal(app, false)
  journals.set(app.appId, journal)
  const endpointId = receiverEndpointId(app.appId as AppId)
  return { ...planned('fails'), endpointId, journal }
}

/** Migrates the database, and sets up customers with an endpoint for each plan. */
export const setStage = async (
  run: CampaignRun,
  ground: Ground,
  receivers: Receivers,
  fraction: () => number,
): Promise<Stage> => {
  const settings = {
    ...serverSettings(run, ground.url, ground.name),
    POSTRIDER_MASTER_KEY: newMasterKey(),
    POSTRIDER_RATE_SENDS: '1000',
    POSTRIDER_WEBHOOK_NETWORKS: '127.0.0.0/8',
    POSTRIDER_EVENTS_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  }
  const journals = new Map<string, EndpointJournal>()
  const all = receivers.add({
    behavior: 'fails',
    secret: settings.POSTRIDER_EVENTS_SECRET,
    journalOf: ({ appId }) => journals.get(appId),
  })
  const withReceiver = { ...settings, POSTRIDER_EVENTS_URL: all }
  const composition = await composeHere(withReceiver)
  const { ports } = composition
  const addEndpoint = async (
    { organization, app }: TestTenant,
    journal: AppJournal,
    { behavior, ordering, types }: Plan,
  ): Promise<Endpoint> => {
    const secret = ports.webhooks.newSecret()
    const own = openEndpointJournal(journal, ordering === 'strict')
    const url = receivers.add({ behavior, secret, journalOf: () => own })
    const owner = { organizationId: organization.organizationId, appId: app.appId }
    const endpointId = await openEndpoint(ports, owner, { url, secret, ordering, types })
    return { endpointId, behavior, ordering, types, journal: own }
  }
  const opened = (account: ProviderAccount): ProviderAccount => ({
    ...account,
    maxConcurrent: PLACES,
    sealedSecrets: ports.keyRing.seal('{}', secretsContext(account.providerAccountId), undefined),
  })
  const openCustomer = async (): Promise<Customer> => {
    const tenant = await provisionTestTenant({ ports }, CREDIT_MINOR, { opened })
    const { organizationId } = tenant.organization
    const app = openAppJournal({ organizationId, appId: tenant.app.appId })
    const endpoints: Endpoint[] = []
    for (const plan of PLANS) endpoints.push(await addEndpoint(tenant, app, plan))
    endpoints.push(receiverOf(app, journals))
    return { tenant, app, endpoints }
  }
  try {
    await right(ports.storage.health.migrate())
    const customers: Customer[] = []
    await right(ports.storage.webhooks.serveReceiver(new URL(all).host, 0, CUSTOMERS))
    while (customers.length < CUSTOMERS) customers.push(await openCustomer())
    return { run, ground, settings: withReceiver, customers, receivers, fraction }
  } finally {
    await composition.close()
  }
}
