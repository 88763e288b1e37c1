import knexLibrary, { type Knex } from 'knex'
import { decodeId, type IdPrefix } from '@postrider/core/kernel/ids/id'
import { type Account, type AccountDimensions, accountKey } from '@postrider/core/ledger/domain/account'
import { phaseOf } from '@postrider/core/ledger/domain/ledger-event'
import { E } from '@postrider/core/fp'
import type { NewAcceptance } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import type { AcceptanceFacts, AcceptanceStorage } from '@postrider/core/messaging/ports/acceptance-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import { nothingKnown } from '@postrider/test/builders/nothing-known'

const bytes = (id: string): Buffer => Buffer.from(decodeId(id.slice(0, 3) as IdPrefix, id) ?? [])
const hex = (digest: string): Buffer => Buffer.from(digest, 'hex')

interface AccountRow {
  readonly posted: number
  readonly reserved: number
  readonly version: number
  readonly head_digest: Buffer
  readonly last_event_at: number
}

const dimensionsOf = ({ environment, currency }: AccountDimensions): AccountDimensions => ({
  environment,
  currency,
})

const gather = async (tx: Knex.Transaction, key: string, account: Account): Promise<AcceptanceFacts> => {
  const read: unknown = await tx('catalog_epoch').first('epoch')
  const epoch = read as { readonly epoch: number } | undefined
  await tx('idempotency')
    .where({ idempotency_key: hex(key) })
    .first('message_id')
  const found: unknown = await tx('accounts')
    .where({
      organization_id: bytes(account.organizationId),
      ...dimensionsOf(account),
    })
    .forUpdate()
    .first()
  const row = found as AccountRow | undefined
  const held: Account | undefined = row && {
    ...account,
    postedMinor: row.posted,
    reservedMinor: row.reserved,
    version: row.version,
    headDigest: row.head_digest.toString('hex'),
    lastEventAtMs: row.last_event_at,
  }
  return {
    ...nothingKnown,
    changes: { everyone: epoch?.epoch ?? 0, organizations: new Map() },
    isHeld: false,
    accounts: held === undefined ? new Map() : new Map([[accountKey(account), held]]),
  }
}

const write = async (
  tx: Knex.Transaction,
  { key, material, message, reservation }: NewAcceptance,
): Promise<void> => {
  const id = bytes(message.messageId)
  const organization = bytes(message.organizationId)
  await tx('idempotency').insert({
    idempotency_key: hex(key),
    material: hex(material),
    message_id: id,
    created_at: message.acceptedAtMs,
  })
  await tx('messages').insert({
    id,
    organization_id: organization,
    app_id: bytes(message.appId),
    channel: message.channel,
    lane: message.lane,
    recipient: message.to,
    template_id: bytes(message.templateId),
    template_version_id: bytes(message.templateVersionId),
    variables: JSON.stringify(message.variables),
    client_reference: message.clientReference ?? null,
    units: message.units,
    amount: message.charge.amountMinor,
    currency: message.charge.currency,
    environment: message.environment,
    price_version_id: bytes(message.charge.priceVersionId),
    charge_on: message.charge.chargeOn,
    billing: message.billing,
    state: message.state,
    attempt: 0,
    uncalled: 0,
    lease_until: 0,
    accepted_at: message.acceptedAtMs,
    updated_at: message.updatedAtMs,
    expires_at: message.expiresAtMs,
  })
  await tx('outbox').insert({
    message_id: id,
    organization_id: organization,
    lane: message.lane,
    due_at: message.acceptedAtMs,
    publications: 0,
    listed_at: message.acceptedAtMs,
  })
  await tx('ledger_events').insert({
    organization_id: organization,
    ...dimensionsOf(reservation),
    seq: reservation.seq,
    entry_id: bytes(reservation.entryId),
    type: reservation.type,
    amount: reservation.amountMinor,
    app_id: bytes(message.appId),
    message_id: id,
    phase: phaseOf(reservation.type) ?? null,
    occurred_at: reservation.occurredAtMs,
    digest: hex(reservation.digest),
  })
}

const save = (tx: Knex.Transaction, account: Account) =>
  tx('accounts')
    .where({
      organization_id: bytes(account.organizationId),
      ...dimensionsOf(account),
    })
    .update({
      posted: account.postedMinor,
      reserved: account.reservedMinor,
      version: account.version,
      head_digest: hex(account.headDigest),
      last_event_at: account.lastEventAtMs,
    })

/**
 * Baseline (b), an implementation without optimized round trips: each request is its own transaction through
 * knex, on the same tables with the same decisions. Its pool has ten connections, knex's usual size.
 */
export const knexPerRequest = (storage: Storage, url: string): Storage => {
  const knex = knexLibrary({
    client: 'mysql2',
    connection: { uri: url, charset: 'utf8mb4', timezone: 'Z' },
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 30_000,
  })
  const accept: AcceptanceStorage['accept'] = (query, decide) => async () => {
    const [key = ''] = query.keys
    const [account] = query.accounts
    if (account === undefined) throw new Error('the baseline expects requests that can be priced')
    const result = await knex.transaction(
      async (tx) => {
        const blank = {
          ...account,
          postedMinor: 0,
          reservedMinor: 0,
          version: 0,
          headDigest: '',
          lastEventAtMs: 0,
        }
        const plan = decide(await gather(tx, key, blank))
        for (const acceptance of plan.acceptances) await write(tx, acceptance)
        for (const charged of plan.accounts) await save(tx, charged)
        return plan.result
      },
      { isolationLevel: 'read committed' },
    )
    return E.right(result)
  }
  const close = async (): Promise<void> => {
    await knex.destroy()
    await storage.close()
  }
  return { ...storage, acceptance: { ...storage.acceptance, accept }, close }
}
