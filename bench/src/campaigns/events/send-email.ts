import { setTimeout as pause } from 'node:timers/promises'
import type { TestTenant } from '@postrider/test/hosts/http/test-tenant'

const AGAIN_MS = 100

/** Recipients whose last digits choose other outcomes than a delivery (docs/api/sandbox#sandbox-outcomes). */
const OUTCOMES = ['+0001', '+0002', '+0006']
const USUAL = 7

const recipientOf = (serial: number): string => {
  const outcome = serial % USUAL === 0 ? (OUTCOMES[(serial / USUAL) % OUTCOMES.length] ?? '') : ''
  return `person-${serial}${outcome}@example.com`
}

/**
 * Sends an email to the sandbox, and repeats the call while the host is down or limits the rate. Returns the ID
 * of the message.
 */
export const sendEmail = async (
  { bearer, project, app, template }: TestTenant,
  portOf: () => number,
  serial: number,
): Promise<string> => {
  const key = `event-${app.appId}-${serial}`
  const body = {
    projectId: project.projectId,
    appId: app.appId,
    channel: 'email',
    to: recipientOf(serial),
    templateId: template.email.templateId,
    variables: { name: 'Asha', note: 'It is on time.' },
  }
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${portOf()}/v1/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (response?.status === 202 && text !== undefined)
      return (JSON.parse(text) as { readonly messageId: string }).messageId
    const isTransient = text === undefined || response?.status === 429 || response?.status === 503
    if (!isTransient) throw new Error(`an email got ${response?.status}: ${text}`)
    await pause(AGAIN_MS)
  }
}
