import { setTimeout as pause } from 'node:timers/promises'
import type { MessageProjection } from '@postrider/contracts/messages/message-projection'
import { amountText } from '@postrider/web-server/hosting/amount-text'
import { tableLines } from '@postrider/command/terminal/table'
import type { Terminal } from '@postrider/command/terminal/terminal'
import type { DemoApi } from './demo-api.js'
import type { DemoTenant } from './demo-tenant.js'

const POLL_MS = 100
const TIMEOUT_MS = 60_000

const untilDelivered = async (
  api: DemoApi,
  tenant: DemoTenant,
  messageId: string,
): Promise<MessageProjection> => {
  for (const giveUpAt = performance.now() + TIMEOUT_MS; ; await pause(POLL_MS)) {
    const message = await api.message(tenant, messageId)
    if (message.state === 'DELIVERED' || performance.now() > giveUpAt) return message
  }
}

/** Sends a batch of a canonical and a legacy item, and shows the status of each of its messages. */
export const playBatch = async (
  terminal: Terminal,
  api: DemoApi,
  tenant: DemoTenant,
  to: string,
): Promise<boolean> => {
  const { items } = await api.sendBatch(tenant, to)
  const messages = await Promise.all(
    items.map((item) => untilDelivered(api, tenant, 'messageId' in item ? item.messageId : 'none')),
  )
  const rows = items.map(({ index, channel, status }, at) => {
    const message = messages[at]
    const { amountMinor = 0, currency = '' } = message?.billing ?? {}
    return [String(index), channel, status, message?.state ?? '', amountText(amountMinor, currency)]
  })
  for (const line of tableLines(rows)) terminal.say(`  ${line}`)
  return messages.every(({ state }) => state === 'DELIVERED')
}
