import type { Channel } from '@postrider/core/channels/channels'
import type { Sent } from './http-client.js'
import type { TestTenant } from './test-tenant.js'

let sends = 0

/** An idempotency key that no other send of this process uses. */
export const freshKey = (): string => {
  sends += 1
  return `test-key-${process.pid}-${sends}`
}

const recipients: Readonly<Record<Channel, string>> = {
  sms: '+919876543210',
  whatsapp: '+919876543210',
  email: 'asha@example.com',
}

/** The body of a send that is accepted, with changes; `undefined` removes a property. */
export const aSendBody = (
  tenant: TestTenant,
  changes: Readonly<Record<string, unknown>> = {},
  channel: Channel = 'sms',
): Record<string, unknown> => {
  const whole: Record<string, unknown> = {
    projectId: tenant.project.projectId,
    appId: tenant.app.appId,
    channel,
    to: recipients[channel],
    templateId: tenant.template[channel].templateId,
    variables: { name: 'Asha', note: 'Your order has left.' },
    ...changes,
  }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
}

/** The headers of a send with the tenant's credential, with changes. */
export const sendHeaders = (
  tenant: { readonly bearer: string },
  changes: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  Authorization: `Bearer ${tenant.bearer}`,
  'Content-Type': 'application/json',
  'Idempotency-Key': freshKey(),
  ...changes,
})

/** A send that is accepted, with changes to its body and headers. */
export const aSend = (
  tenant: TestTenant,
  changes: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Sent => ({ headers: sendHeaders(tenant, headers), body: JSON.stringify(aSendBody(tenant, changes)) })

/** The headers of a read. */
export const reader = (tenant: { readonly bearer: string }): Sent => ({
  headers: { Authorization: `Bearer ${tenant.bearer}` },
})
