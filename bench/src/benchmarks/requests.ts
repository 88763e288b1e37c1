import type { AppId, OrganizationId } from '@postrider/core/kernel/ids/id'
import { KNOWN_CODE } from '@postrider/test/builders/known-codes'

/** A tenant of the load generator. */
export interface BenchTenant {
  readonly organizationId: OrganizationId
  readonly credential: string
  readonly projectId: string
  readonly appId: AppId
  readonly templateId: string
  readonly otpTemplateId: string
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

/**
 * Prefixes of mobile numbers after which any eight digits are valid; many, because of the SMS pumping
 * breaker.
 */
const RANGES = ['+4474', '+4475', '+4478', '+9194', '+9195', '+9196', '+9197', '+9198', '+9199']

/** A mobile number for each serial number. */
const recipient = (serial: number): string =>
  `${RANGES[serial % RANGES.length] ?? ''}${pad((serial * 7919) % 100_000_000, 8)}`

/**
 * A unique key for each serial number of a run. It fits the bare servers' column if `run` has seven
 * characters.
 */
const keyOf = (run: string, serial: number): string => `${run}-${pad(serial, 8)}`

/** The body of a send by the tenant. */
export const sendBody = (tenant: BenchTenant, serial: number) => ({
  projectId: tenant.projectId,
  appId: tenant.appId,
  channel: 'sms' as const,
  to: recipient(serial),
  templateId: tenant.templateId,
  variables: { name: `Customer ${serial}`, text: 'Your parcel arrives today between 14:00 and 16:00.' },
  clientReference: `order-${serial}`,
})

const post = (
  path: string,
  { credential }: BenchTenant,
  key: string,
  content: unknown,
  headers = '',
): Buffer => {
  const body = JSON.stringify(content)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${credential}\r\n${headers}` +
      `Content-Type: application/json\r\nIdempotency-Key: ${key}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

const get = (path: string, { credential }: BenchTenant): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${credential}\r\n\r\n`)

/** A send in the form of a customer's server: real credential, real body, unique key. */
export const sendRequest = (tenant: BenchTenant, key: string, serial: number): Buffer =>
  post('/v1/messages', tenant, key, sendBody(tenant, serial))

/** The same sends as dry runs (docs/api/sending#dry-run). */
export const drySends =
  (tenants: readonly BenchTenant[], run: string) =>
  (serial: number): Buffer =>
    post(
      '/v1/messages',
      firstOf(tenants),
      keyOf(run, serial),
      sendBody(firstOf(tenants), serial),
      'Prefer: handling=dry-run\r\n',
    )

const firstOf = (tenants: readonly BenchTenant[]): BenchTenant => {
  const [tenant] = tenants
  if (tenant === undefined) throw new Error('no tenant to send for')
  return tenant
}

/** Sends of each tenant in turn with new keys. `run` separates the keys of different runs. */
export const freshSends =
  (tenants: readonly BenchTenant[], run: string) =>
  (serial: number): Buffer => {
    const tenant = tenants[serial % tenants.length] ?? firstOf(tenants)
    return sendRequest(tenant, keyOf(run, serial), serial)
  }

/** Of twenty sends, four repeat an earlier one and one is from a tenant without money. */
export const mixedSends =
  (tenants: readonly BenchTenant[], penniless: BenchTenant, run: string) =>
  (serial: number): Buffer => {
    const tenant = firstOf(tenants)
    if (serial % 20 === 7) return sendRequest(penniless, keyOf(run, serial), serial)
    const isReplay = serial % 5 === 3 && serial > 500
    const original = isReplay ? serial - 490 - ((serial - 490) % 5) : serial
    return sendRequest(tenant, keyOf(run, original), original)
  }

/** Batches of this size, of each tenant in turn. */
export const batches =
  (tenants: readonly BenchTenant[], run: string, size: number) =>
  (serial: number): Buffer => {
    const tenant = tenants[serial % tenants.length] ?? firstOf(tenants)
    const messages = Array.from({ length: size }, (_, at) => sendBody(tenant, serial * size + at))
    return post('/v1/messages/batch', tenant, keyOf(run, serial), { messages })
  }

/** OTPs to new numbers. `offset` separates the numbers of different runs. */
export const otps =
  (tenants: readonly BenchTenant[], run: string, offset: number) =>
  (serial: number): Buffer => {
    const tenant = firstOf(tenants)
    const content = {
      channel: 'sms',
      to: recipient(offset + serial),
      templateId: tenant.otpTemplateId,
      otpVariable: 'code',
    }
    return post('/v1/otp', tenant, keyOf(run, serial), content)
  }

/** Correct codes, each challenge once. */
export const verifications =
  (tenants: readonly BenchTenant[], run: string, challengeIds: readonly string[]) =>
  (serial: number): Buffer => {
    const challengeId = challengeIds[serial] ?? 'otp_00000000000000000000000000'
    return post('/v1/otp/verify', firstOf(tenants), keyOf(run, serial), {
      challengeId,
      code: KNOWN_CODE,
    })
  }

/** Reads of messages, each in turn. */
export const statusReads =
  (tenants: readonly BenchTenant[], messageIds: readonly string[]) =>
  (serial: number): Buffer =>
    get(`/v1/messages/${messageIds[(serial * 7919) % messageIds.length] ?? ''}`, firstOf(tenants))

/** Lookups of sends in turn, by references that `count` of them have. */
export const sendLookups =
  (tenants: readonly BenchTenant[], count: number) =>
  (serial: number): Buffer =>
    get(`/v1/messages?clientReference=order-${(serial * 7919) % count}`, firstOf(tenants))

/** A reading of the balance. */
export const balanceReads = (tenants: readonly BenchTenant[]) => (): Buffer =>
  get('/v1/balances?currency=EUR', firstOf(tenants))

/** The first page of the usage from a given time to the next minute, within the same month. */
export const usagePages = (tenants: readonly BenchTenant[], fromMs: number, toMs: number) => (): Buffer =>
  get(`/v1/usage?currency=EUR&from=${fromMs}&to=${toMs}&limit=100`, firstOf(tenants))
