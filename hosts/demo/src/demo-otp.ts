import type { Terminal } from '@postrider/command/terminal/terminal'
import type { DemoApi } from './demo-api.js'
import type { DemoTenant } from './demo-tenant.js'
import { randomNumber } from './demo-recipients.js'
import { followMessage } from './follow-message.js'
import { readCode } from './read-code.js'

/**
 * Sends an OTP, reads it as its recipient would, and verifies it: once, and not a second time. The number
 * differs from demo to demo, because each number gets at most one OTP in 30 seconds.
 */
export const playOtp = async (
  terminal: Terminal,
  api: DemoApi,
  tenant: DemoTenant,
  inbox: string,
): Promise<boolean> => {
  const line = (text: string): void => terminal.say(`  ${terminal.paint('bold', 'OTP'.padEnd(14))} ${text}`)
  let challengeId = ''
  const { messageId, isGood } = await followMessage(terminal, api, {
    label: 'OTP',
    tenant,
    goal: 'DELIVERED',
    begin: async () => {
      const sent = await api.sendOtp(tenant, randomNumber())
      challengeId = sent.challengeId
      return { messageId: sent.messageId, text: 'a code that only its recipient sees' }
    },
    proof: (id) => (readCode(inbox, id) === undefined ? undefined : ['the code is in the inbox']),
  })
  const code = readCode(inbox, messageId)
  if (!isGood || code === undefined) return false
  const first = await api.verify(tenant, challengeId, code)
  line(first ? 'the code is verified' : 'the right code was REFUSED')
  const second = await api.verify(tenant, challengeId, code)
  line(second ? 'the code was verified TWICE' : 'a second time it is refused')
  return first && !second
}
