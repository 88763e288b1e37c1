import { setTimeout as pause } from 'node:timers/promises'
import type { TestTenant } from './test-tenant.js'

/** The sender and the host. */
export interface SmsSender {
  readonly tenant: TestTenant
  readonly port: number
}

/** Calls a host, and repeats rate-limited calls. */
const post = async (
  { tenant, port }: SmsSender,
  path: string,
  key: string,
  body: object,
): Promise<Response> => {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.bearer}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    })
    if (answer.status !== 429) return answer
    await answer.arrayBuffer()
    await pause(100)
  }
}

/** Gets an SMS to each number accepted, some concurrently. */
export const acceptTexts = async (sender: SmsSender, numbers: readonly string[]): Promise<void> => {
  const { project, app, template } = sender.tenant
  const accept = async (to: string): Promise<void> => {
    const answer = await post(sender, '/v1/messages', `sms-${to.slice(1)}`, {
      projectId: project.projectId,
      appId: app.appId,
      channel: 'sms',
      to,
      templateId: template.sms.templateId,
      variables: { name: 'Asha', note: 'It is on time.' },
    })
    const text = await answer.text()
    if (answer.status !== 202) throw new Error(`${to} was answered ${answer.status}: ${text}`)
  }
  for (let from = 0; from < numbers.length; from += 20)
    await Promise.all(numbers.slice(from, from + 20).map(accept))
}

/**
 * Requests an OTP with this lifetime for each number. Returns the numbers with an accepted OTP, and how many
 * were refused because the channel is known to be down.
 */
export const acceptOtps = async (
  sender: SmsSender,
  numbers: readonly string[],
  ttlSeconds: number,
): Promise<{ readonly accepted: readonly string[]; readonly refused: number }> => {
  const { otpTemplate } = sender.tenant
  const isAccepted = async (to: string): Promise<boolean> => {
    const answer = await post(sender, '/v1/otp', `otp-${to.slice(1)}`, {
      channel: 'sms',
      to,
      templateId: otpTemplate.templateId,
      otpVariable: 'code',
      variables: { name: 'Asha' },
      ttlSeconds,
    })
    const text = await answer.text()
    if (answer.status !== 202 && !text.includes('provider_unavailable'))
      throw new Error(`an OTP to ${to} was answered ${answer.status}: ${text}`)
    return answer.status === 202
  }
  const isIn = await Promise.all(numbers.map(isAccepted))
  const accepted = numbers.filter((_, at) => isIn[at])
  return { accepted, refused: numbers.length - accepted.length }
}
