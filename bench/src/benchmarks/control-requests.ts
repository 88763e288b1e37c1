/** A person who can sign in. */
export interface BenchPerson {
  readonly email: string
  readonly password: string
  /** The address of their sign-ins. */
  readonly clientAddress: string
}

/** The reads of a person about their organization. */
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

/** Signs people in, each in turn, starting with the given one. */
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

/** One read of a signed-in person. */
export const controlRead = (accessToken: string, read: ControlRead, organizationId: string): Buffer =>
  post(`/v1/control/${read}`, `Authorization: Bearer ${accessToken}\r\n`, BODIES[read](organizationId))

/** One read of an Agent. Each call has its own request id. */
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
