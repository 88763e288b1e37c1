import { createHmac, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CloudConfiguration } from './whatsapp-configuration.js'
import type { SentTemplate } from './whatsapp-messages.js'

/** The webhooks of the vendor. */
export interface CloudWebhook {
  /**
   * Asks the address whether it knows the token. Returns the problem, or undefined if it is now subscribed.
   */
  subscribe(callbackUrl: string, verifyToken: string): Promise<string | undefined>
  status(message: SentTemplate, id: string, word: string, code: number | undefined): void
  change(change: { readonly field: string; readonly value: object }): void
}

const LONGEST_PAUSE_MS = 1_000
/** The vendor retries for seven days. */
const MOST_TRIES = 200

export const createWebhook = (
  { appSecret, wabaId }: Pick<CloudConfiguration, 'appSecret' | 'wabaId'>,
  log: (event: object) => void,
): CloudWebhook => {
  let address: string | undefined

  const post = async (to: string, body: string): Promise<number> => {
    const signature = createHmac('sha256', appSecret).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
    try {
      const answer = await fetch(to, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return 0
    }
  }

  const tell = async (change: { readonly field: string; readonly value: object }): Promise<void> => {
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: wabaId, changes: [change] }],
    })
    // A webhook for one address isn't sent to another.
    const to = address
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (to === undefined || to !== address) return
      const status = await post(to, body)
      log({ event: 'told', field: change.field, status })
      if (status === 200) return
      await sleep(Math.min(LONGEST_PAUSE_MS, 20 * 2 ** Math.min(tries, 8)))
    }
  }

  return {
    subscribe: async (callbackUrl, verifyToken) => {
      const challenge = String(randomInt(1, 2 ** 31))
      const url = new URL(callbackUrl)
      url.searchParams.set('hub.mode', 'subscribe')
      url.searchParams.set('hub.challenge', challenge)
      url.searchParams.set('hub.verify_token', verifyToken)
      const answer = await fetch(url)
      if ((await answer.text()) !== challenge || answer.status !== 200)
        return `The URL couldn't be validated: it answered ${answer.status}`
      address = callbackUrl
      return undefined
    },
    status: ({ number, to, biz_opaque_callback_data }, id, word, code) => {
      const value = {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '15550783881', phone_number_id: number },
        statuses: [
          {
            id,
            status: word,
            timestamp: String(Math.floor(Date.now() / 1000)),
            recipient_id: to.replace('+', ''),
            ...(biz_opaque_callback_data === undefined ? {} : { biz_opaque_callback_data }),
            ...(code === undefined
              ? { pricing: { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' } }
              : { errors: [{ code, title: 'as the number asks', error_data: { details: 'told so' } }] }),
          },
        ],
      }
      void tell({ field: 'messages', value })
    },
    change: (change) => void tell(change),
  }
}
