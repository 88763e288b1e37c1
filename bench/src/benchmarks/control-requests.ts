/** Somebody who can sign in. */
export interface BenchPerson {
  readonly email: string
  readonly password: string
  /** Where they sign in from. */
  readonly clientAddress: string
}

/** What a person reads of their Organization. */
export const CONTROL_READS = ['getCustomerContext', 'getCustomerBalance', 'listServerCredentials'] as const

export type ControlRead = (typeof CONTROL_READS)[number]

const post = (path: string, headers: string, content: unknown): Buffer => {
  const body = JSON.stringify(content)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** Signs a person in. */
export const signInRequest = ({ email, password, clientAddress }: BenchPerson): Buffer =>
  post('/v1/sessions', `X-Forwarded-For: ${clientAddress}\r\n`, { email, password })

/** Signs people in, each in turn, beginning with one. */
export const signIns =
  (people: readonly BenchPerson[], first: number) =>
  (serial: number): Buffer => {
    const person = people[(first + serial) % people.length]
    if (person === undefined) throw new Error('nobody can sign in')
    return signInRequest(person)
  }

const BODIES: Readonly<Record<ControlRead, (organizationId: string) => object>> = {
  getCustomerContext: () => ({}),
  getCustomerBalance: (organizationId) => ({ organizationId, currency: 'EUR' }),
  listServerCredentials: (organizationId) => ({ organizationId }),
}

/** One reading of a signed-in person. */
export const controlRead = (accessToken: string, read: ControlRead, organizationId: string): Buffer =>
  post(`/v1/control/${read}`, `Authorization: Bearer ${accessToken}\r\n`, BODIES[read](organizationId))

/** One reading of an Agent, whose calls have an identity each. */
export const agentRead = (
  key: string,
  read: ControlRead,
  organizationId: string,
  requestId: string,
): Buffer =>
  post(`/v1/agent/${read}`, `Authorization: Bearer ${key}\r\n`, {
    requestId,
    ...BODIES[read](organizationId),
  })
