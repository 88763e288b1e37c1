import { setTimeout as pause } from 'node:timers/promises'
import type { SmsSender } from '@postrider/test/hosts/http/send-sms'

/** A send, and whether it was accepted. */
export interface SentNote {
  readonly to: string
  readonly askedAtMs: number
  readonly isAccepted: boolean
}

/** Sends an SMS, and repeats a rate-limited call. Throws if it is refused for another reason than an opt-out. */
export const sendNote = async ({ tenant, port }: SmsSender, to: string, key: string): Promise<SentNote> => {
  const { project, app, template } = tenant
  const body = {
    projectId: project.projectId,
    appId: app.appId,
    channel: 'sms',
    to,
    templateId: template.sms.templateId,
    variables: { name: 'Asha', note: key },
  }
  for (;;) {
    const askedAtMs = Date.now()
    const answer = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.bearer}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status === 202) return { to, askedAtMs, isAccepted: true }
    if (text.includes('destination_not_allowed')) return { to, askedAtMs, isAccepted: false }
    if (answer.status !== 429) throw new Error(`${to} got ${answer.status}: ${text}`)
    await pause(100)
  }
}
