import { randomUUID } from 'node:crypto'
import type { Channel } from '@postrider/core/domain/channels/channel'
import type { AcceptedMessage } from '@postrider/contracts/messages/accepted-message'
import type { MessageProjection } from '@postrider/contracts/messages/message-projection'
import type { DemoTenant } from './demo-tenant.js'
import { DEMO_CURRENCY, DEMO_VARIABLES } from './demo-plans.js'
import { DemoTrouble } from './set-up-tenants.js'

/** The demo's own HTTP client: what any customer's server would write. */
export interface DemoApi {
  send(tenant: DemoTenant, channel: Channel, to: string): Promise<AcceptedMessage>
  message(tenant: DemoTenant, messageId: string): Promise<MessageProjection>
  balance(tenant: DemoTenant): Promise<{ readonly postedMinor: number; readonly reservedMinor: number }>
}

const TIMEOUT_MS = 10_000

/** The body of a send with the demo's own values. */
export const sendBody = (tenant: DemoTenant, channel: Channel, to: string) => ({
  projectId: tenant.projectId,
  appId: tenant.appId,
  channel,
  to,
  templateId: tenant.templateIds[channel],
  variables: DEMO_VARIABLES[channel],
})

const ask = async (url: string, tenant: DemoTenant, init: RequestInit = {}): Promise<unknown> => {
  const headers = { authorization: `Bearer ${tenant.credential}`, ...init.headers }
  const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const body: unknown = await response.json()
  if (response.ok) return body
  throw new DemoTrouble(`${init.method ?? 'GET'} ${url} answered ${response.status}: ${JSON.stringify(body)}`)
}

/** A client of the API at this address. */
export const demoApi = (baseUrl: string): DemoApi => ({
  send: async (tenant, channel, to) =>
    (await ask(`${baseUrl}/v1/messages`, tenant, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `demo-${randomUUID()}` },
      body: JSON.stringify(sendBody(tenant, channel, to)),
    })) as AcceptedMessage,
  message: async (tenant, messageId) =>
    (await ask(`${baseUrl}/v1/messages/${messageId}`, tenant)) as MessageProjection,
  balance: async (tenant) =>
    (await ask(`${baseUrl}/v1/balances?currency=${DEMO_CURRENCY}`, tenant)) as {
      postedMinor: number
      reservedMinor: number
    },
})
