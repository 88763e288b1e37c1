import { inMemory, type FingerprintStore } from '@postrider/core/feed/ports/fingerprint-store'
import type { Storage } from '@postrider/core/assembly/storage'
import { accountHealthStorage } from './providers/account-health/account-health.js'
import { acceptanceStorage } from './messaging/acceptance/acceptance.js'
import { activityStorage } from './messaging/activity/activity.js'
import { approvalStorage } from './approvals/readings.js'
import { administrationStorage } from './platform/administration/administration.js'
import { auditStorage } from './audit/readings.js'
import { erasureStorage } from './messaging/erasure/erasures.js'
import { bulkStorage } from './bulk/readings.js'
import { budgetStorage } from './ledger/budgets/readings.js'
import { appReader } from './catalog/app-reader.js'
import { catalogStorage, changeReader } from './catalog/catalog.js'
import { consentStorage } from './consent/register.js'
import { deadLetterStorage } from './messaging/dead-letters/dead-letters.js'
import { dispatchStorage } from './messaging/dispatch/dispatch.js'
import { closingInOrder } from './engine/closing.js'
import type { Engine } from './engine/engine.js'
import { type StorageObserver, unwatched } from './engine/watch.js'
import { eventStorage } from './events/events.js'
import { evidenceStorage } from './messaging/evidence/evidence.js'
import { feedStorage } from './feed/feed.js'
import { figureStorage } from './platform/health/figures.js'
import { flowStorage } from './platform/flow/flow.js'
import { healthStorage } from './platform/health/health.js'
import { inboundStorage } from './messaging/inbound/readings.js'
import { installationStorage } from './platform/installation/installation.js'
import { jobTable } from './messaging/jobs/jobs.js'
import { keyStorage } from './platform/keys/keys.js'
import { ledgerStorage } from './ledger/ledger.js'
import { limitStorage } from './limits/limits.js'
import { mailStorage } from './identity/mails/mails.js'
import type { PoolOptions } from './engine/pool-limits.js'
import { outboxStorage } from './messaging/outbox/outbox.js'
import { otpStorage } from './otp/otp.js'
import { cookieSessionStorage } from './identity/people/cookie-sessions.js'
import { peopleStorage } from './identity/people/readings.js'
import { overviewStorage } from './platform/overview/overview.js'
import { priceVersions } from './ledger/prices/readings.js'
import { priceVolume } from './messaging/messages/volume.js'
import { retentionStorage } from './platform/retention/retention.js'
import { providerTestStorage } from './providers/provider-tests/readings.js'
import { projectionStorage } from './messaging/messages/readings.js'
import { receiptStorage } from './messaging/receipts/receipts.js'
import { searchStorage } from './messaging/search/search.js'
import { supportStorage } from './support/readings.js'
import { switchStorage } from './platform/switches/switches.js'
import { templateStorage } from './templates/readings.js'
import { testMessageStorage } from './messaging/test-messages/test-messages.js'
import { tenancyStorage } from './tenancy/readings.js'
import { reconciliationStorage } from './messaging/reconciliation/readings.js'
import { ticketSearchStorage } from './support/ticket-search/ticket-search.js'
import { balanceAlertStorage } from './ledger/balance-alerts/balance-alerts.js'
import { usageStorage } from './messaging/usage/usage.js'
import { webhookStorage } from './webhooks/webhooks.js'
import { unitStorage } from './unit-of-work/unit-storage.js'

/**
 * Connection limits for MySQL (SQLite has none), the store for the database's fingerprint, and the observer
 * of transactions.
 */
export interface StorageOptions extends PoolOptions {
  /** Default: memory. */
  readonly fingerprints?: FingerprintStore
  /** Default: none. */
  readonly watch?: StorageObserver
}

/** Loads the driver of only one engine, because each driver is as large as the rest of the storage. */
const engineOf = async (
  url: string,
  options: PoolOptions,
  fingerprints: FingerprintStore,
  watch: StorageObserver,
): Promise<Engine> => {
  if (url.startsWith('sqlite:'))
    return (await import('./sqlite/sqlite-engine.js')).sqliteEngine(url, fingerprints, watch)
  if (url.startsWith('mysql:'))
    return (await import('./mysql/mysql-engine.js')).mysqlEngine(url, options, fingerprints, watch)
  throw new Error('a database address must start with sqlite: or mysql:')
}

/** Creates a storage on an engine from any package; the engine is closed in order with the storage. */
export const openStorageOn = (opened: Engine, fingerprints: FingerprintStore = inMemory()): Storage => {
  const engine = closingInOrder(opened)
  const apps = appReader(engine)
  const changesSince = changeReader(apps)
  return {
    acceptance: acceptanceStorage(engine, changesSince),
    catalog: catalogStorage(engine, apps, changesSince),
    outbox: outboxStorage(engine),
    dispatch: dispatchStorage(engine),
    deadLetters: deadLetterStorage(engine),
    receipts: receiptStorage(engine),
    ledger: ledgerStorage(engine),
    projections: projectionStorage(engine),
    evidence: evidenceStorage(engine),
    feed: feedStorage(engine),
    webhooks: webhookStorage(engine),
    events: eventStorage(engine),
    health: healthStorage(engine),
    accountHealth: accountHealthStorage(engine),
    figures: figureStorage(engine),
    retention: retentionStorage(engine),
    inbound: inboundStorage(engine),
    installation: installationStorage(engine, fingerprints),
    jobs: jobTable(engine),
    otp: otpStorage(engine),
    budgets: budgetStorage(engine),
    limits: limitStorage(engine),
    approvals: approvalStorage(engine),
    prices: { ...priceVersions(engine), ...priceVolume(engine) },
    audit: auditStorage(engine),
    consent: consentStorage(engine),
    units: unitStorage(engine),
    keys: keyStorage(engine),
    people: peopleStorage(engine),
    ...cookieSessionStorage(engine),
    tenancy: tenancyStorage(engine),
    templates: templateStorage(engine),
    support: supportStorage(engine),
    activity: activityStorage(engine),
    mails: mailStorage(engine),
    reconciliation: reconciliationStorage(engine),
    administration: administrationStorage(engine),
    flow: flowStorage(engine),
    overview: overviewStorage(engine),
    search: searchStorage(engine),
    ticketSearch: ticketSearchStorage(engine),
    switches: switchStorage(engine),
    bulks: bulkStorage(engine),
    erasures: erasureStorage(engine),
    providerTests: providerTestStorage(engine),
    usage: usageStorage(engine),
    balanceAlerts: balanceAlertStorage(engine),
    testMessages: testMessageStorage(engine),
    close: () => engine.close(),
  }
}

/**
 * Opens the storage in the database at this address: `sqlite:<path>` or
 * `mysql://user:password@host:port/database`. It connects on first use and doesn't migrate by itself
 * (`health.migrate`). Rejects with one sentence, without the address's secrets, if the address is invalid.
 */
export const openStorage = async (url: string, options: StorageOptions = {}): Promise<Storage> => {
  const { fingerprints = inMemory(), watch = unwatched, ...limits } = options
  return openStorageOn(await engineOf(url, limits, fingerprints, watch), fingerprints)
}
