import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** What programs know of a running demo. */
export interface FilledDemo {
  readonly baseUrl: string
  readonly organizationId: string
  readonly projectId: string
  readonly appId: string
  readonly credential: string
  readonly agentKeys: { readonly customer: string }
  readonly templates: { readonly sms: { readonly templateId: string; readonly variables: object } }
}

/** Rejected, and not delivered (docs/api/sandbox#sandbox-outcomes). */
const FAILING_NUMBERS = ['+447400120001', '+447400130001', '+447400140002', '+447400150002', '+447400160002']

const DAY_MS = 86_400_000

/** The entries of the consent register. */
const CONSENTS = [
  {
    kind: 'opt_in',
    to: ['+447400125101', '+447400125102', 'asha@example.com'],
    scope: 'all',
    evidence: 'Web form 4711, double opt-in.',
    daysAgo: 12,
  },
  {
    kind: 'opt_out',
    to: ['+447400125103'],
    scope: 'all',
    evidence: 'Call to our support, case 812.',
    daysAgo: 3,
  },
  {
    kind: 'opt_out',
    to: ['ravi@example.com'],
    scope: 'promotional',
    evidence: 'Preferences page: no offers.',
    daysAgo: 1,
  },
] as const

const post = async (url: string, secret: string, key: string, body: object): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${secret}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} returns ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Sends messages of the Organization to test numbers that fail, because its others all arrive. */
const sendFailures = async ({
  baseUrl,
  credential,
  projectId,
  appId,
  templates,
}: FilledDemo): Promise<void> => {
  for (const to of FAILING_NUMBERS)
    await post(`${baseUrl}/v1/messages`, credential, `failure-${to.slice(1)}`, {
      projectId,
      appId,
      channel: 'sms',
      to,
      ...templates.sms,
    })
}

const operate = async (
  { baseUrl, agentKeys, organizationId }: FilledDemo,
  operation: string,
  body: object,
): Promise<unknown> => {
  const requestId = `pictures-${operation}-${JSON.stringify(body).length}`
  const url = `${baseUrl}/v1/agent/${operation}`
  return post(url, agentKeys.customer, requestId, { requestId, organizationId, ...body })
}

const recordConsents = async (demo: FilledDemo): Promise<void> => {
  for (const { daysAgo, ...consent } of CONSENTS)
    await operate(demo, 'recordConsent', {
      ...consent,
      givenAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    })
}

/** A server that accepts every event, as an application of the Organization would. */
const startReceiver = async () => {
  let isFirst: () => void = () => undefined
  const first = new Promise<void>((resolve) => (isFirst = resolve))
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
    isFirst()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hooks`, first, close: () => void server.close() }
}

/**
 * Adds what the screens of guides show and the demo doesn't have: an endpoint with deliveries, opt-ins and opt-outs, and failed
 * messages. Returns a function that stops the receiver of the events.
 */
export const fillDemo = async (demo: FilledDemo): Promise<() => void> => {
  const receiver = await startReceiver()
  const { url, first, close } = receiver
  const endpoint = { appId: demo.appId, url, description: 'Order service' }
  const made = (await operate(demo, 'createWebhookEndpoint', endpoint)) as {
    readonly endpoint: { readonly endpointId: string }
  }
  await operate(demo, 'sendTestEvent', { endpointId: made.endpoint.endpointId })
  await recordConsents(demo)
  await sendFailures(demo)
  await first
  return close
}
