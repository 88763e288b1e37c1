/** A tenant that the load generator sends for. */
export interface BenchTenant {
  readonly credential: string
  readonly projectId: string
  readonly appId: string
  readonly templateId: string
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

/** A mobile number of the United Kingdom, another for each serial. */
const recipient = (serial: number): string => `+4474${pad((serial * 7919) % 100_000_000, 8)}`

/** A send as a customer's server writes it: real credential, real body, a key of its own. */
export const sendRequest = (tenant: BenchTenant, key: string, serial: number): Buffer => {
  const body = JSON.stringify({
    projectId: tenant.projectId,
    appId: tenant.appId,
    channel: 'sms',
    to: recipient(serial),
    templateId: tenant.templateId,
    variables: { name: `Customer ${serial}`, text: 'Your parcel arrives today between 14:00 and 16:00.' },
    clientReference: `order-${serial}`,
  })
  return Buffer.from(
    `POST /v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tenant.credential}\r\n` +
      `Content-Type: application/json\r\nIdempotency-Key: ${key}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** Sends by each tenant in turn, every key new. `run` keeps the keys of different runs apart. */
export const freshSends =
  (tenants: readonly BenchTenant[], run: string) =>
  (serial: number): Buffer => {
    const tenant = tenants[serial % tenants.length]
    if (tenant === undefined) throw new Error('no tenant to send for')
    return sendRequest(tenant, `bench-${run}-${serial}`, serial)
  }

/** Of twenty sends, four repeat an earlier one and one is by a tenant without money. */
export const mixedSends =
  (tenants: readonly BenchTenant[], penniless: BenchTenant, run: string) =>
  (serial: number): Buffer => {
    const tenant = tenants[0]
    if (tenant === undefined) throw new Error('no tenant to send for')
    if (serial % 20 === 7) return sendRequest(penniless, `bench-${run}-${serial}`, serial)
    const isReplay = serial % 5 === 3 && serial > 500
    const original = isReplay ? serial - 490 - ((serial - 490) % 5) : serial
    return sendRequest(tenant, `bench-${run}-${original}`, original)
  }
