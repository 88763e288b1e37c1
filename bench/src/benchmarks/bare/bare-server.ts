import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { E } from '@postrider/core/fp'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { answerCalls, endWithStarter } from '../child-calls.js'
import type { BenchTenant } from '../requests.js'
import type { BareVariant } from './bare-variant.js'
import { bareHttp, echoHttp } from './bare-http.js'
import { type BareId, nextId } from './bare-ids.js'
import { openBareMariadb } from './bare-mariadb.js'
import { BARE_CURRENCY, type BareTenant } from './bare-rows.js'
import { type BareWriter, bareWriter, storageFreeWriter } from './bare-writer.js'
import { openBareSqlite } from './bare-sqlite.js'
import type { BareStore } from './bare-store.js'
import { insertFor } from './insert-alone.js'

const SQLITE = 'sqlite:'
const RICH = 1_000_000_000_000

const NAMES = ['organization', 'app', 'template', 'templateVersion', 'priceVersion'] as const

type TenantIds = Readonly<Record<(typeof NAMES)[number], BareId>>

const newTenantIds = (): TenantIds =>
  Object.fromEntries(NAMES.map((name) => [name, nextId(Date.now())])) as TenantIds

const tenantOf = (ids: TenantIds): BareTenant => ({
  organizationId: ids.organization.bytes,
  appId: ids.app.bytes,
  templateId: ids.template.bytes,
  templateVersionId: ids.templateVersion.bytes,
  priceVersionId: ids.priceVersion.bytes,
})

/**
 * The service's own migrations create the tables, so rows and indexes have the same size as the service's.
 */
const openStore = async (url: string, { organizationId }: BareTenant): Promise<BareStore> => {
  const path = url.startsWith(SQLITE) ? url.slice(SQLITE.length) : undefined
  if (path !== undefined) await mkdir(dirname(path), { recursive: true })
  const storage = await openStorage(url)
  const migrated = await storage.health.migrate()()
  await storage.close()
  if (E.isLeft(migrated)) throw new Error(migrated.left.cause)
  const store = path === undefined ? await openBareMariadb(url) : openBareSqlite(path)
  await store.commit([
    {
      text:
        'INSERT INTO accounts (organization_id, environment, currency, posted, reserved, version, head_digest, last_event_at) ' +
        `VALUES (x'${organizationId}', 'test', '${BARE_CURRENCY}', ${RICH}, 0, 0, x'${'00'.repeat(32)}', 0)`,
    },
  ])
  return store
}

interface Bare {
  readonly writer: BareWriter
  readonly server: Server
  close(): Promise<void>
}

const open = async (variant: BareVariant, ids: TenantIds, credential: string): Promise<Bare> => {
  const tenant = tenantOf(ids)
  const store = variant.form === 'stored' ? await openStore(variant.storageUrl, tenant) : undefined
  const writer = store === undefined ? storageFreeWriter() : bareWriter(store, tenant)
  const verifier = createHash('sha256').update(credential).digest('hex')
  const priceVersion = `prv_${ids.priceVersion.digits}`
  const server = variant.form === 'echo' ? echoHttp() : bareHttp({ writer, verifier, priceVersion })
  return { writer, server, close: async () => store?.close() }
}

const main = async (): Promise<void> => {
  endWithStarter()
  const variant = JSON.parse(process.argv[2] ?? '') as BareVariant
  const ids = newTenantIds()
  const credential = `pr_test_${randomBytes(45).toString('base64url')}`
  const { writer, server, close } = await open(variant, ids, credential)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  answerCalls({
    insert: (plan: { readonly writers: number; readonly forMs: number }) => insertFor(writer, plan),
    settle: () => writer.settle(),
  })
  process.once('SIGTERM', () => {
    server.closeAllConnections()
    server.close()
    void close().then(() => process.exit(0))
  })
  const { port } = server.address() as AddressInfo
  const tenant: BenchTenant = {
    organizationId: `org_${ids.organization.digits}`,
    credential,
    projectId: `prj_${ids.organization.digits}`,
    appId: `app_${ids.app.digits}`,
    templateId: `tpl_${ids.template.digits}`,
    otpTemplateId: `tpl_${ids.template.digits}`,
  }
  console.log(JSON.stringify({ port, tenants: [tenant] }))
}

await main()
