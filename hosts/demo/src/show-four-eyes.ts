import { setTimeout as pause } from 'node:timers/promises'
import type { AdminPair } from './agree.js'
import type { DemoApi } from './demo-api.js'
import { DemoError } from './demo-callers.js'
import type { DemoTenant } from './demo-tenant.js'

/**
 * Its outcome is unknown, and three seconds later the sandbox reports its delivery
 * (docs/api/sandbox#sandbox-outcomes).
 */
const LATE_NUMBER = '+447400120004'

const LOOK_EVERY_MS = 50
const MOST_LOOKS = 40

/** Whether the message's outcome is unknown, soon after it was sent. */
const isUnconfirmed = async (api: DemoApi, tenant: DemoTenant, messageId: string): Promise<boolean> => {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const { state } = await api.message(tenant, messageId)
    if (state === 'UNCONFIRMED') return true
    await pause(LOOK_EVERY_MS)
  }
  return false
}

/**
 * Makes the second super admin give a message up before its provider's late report says that it was
 * delivered. The report contradicts the decision, and waits in the console. Does nothing if one waits
 * already, or the report arrived first.
 */
export const showFourEyes = async (
  api: DemoApi,
  { maker, checker }: AdminPair,
  tenant: DemoTenant,
): Promise<void> => {
  const { receipts } = await maker.run('listContradictoryReceipts', { limit: 1 })
  if (receipts.length > 0) return
  const { messageId } = await api.send(tenant, 'sms', LATE_NUMBER, 'order-10024')
  if (!(await isUnconfirmed(api, tenant, messageId))) return
  const { message } = await checker.run('getMessageTrace', { messageId })
  try {
    await checker.run('resolveUnconfirmedMessage', {
      messageId,
      outcome: 'failed',
      evidence: "The provider's log of the last minutes has no such message.",
      version: message.version,
      reason: 'The customer asks for their money back.',
    })
  } catch (cause) {
    if (!(cause instanceof DemoError)) throw cause
  }
}
