import { randomInt } from 'node:crypto'
import { isOutcomeNumber } from '@postrider/core/otp/domain/destination'
import type { Terminal } from '@postrider/command/terminal/terminal'
import type { DemoApi } from './demo-api.js'
import type { DemoText } from './demo-templates.js'
import type { DemoTenant, DemoTenants } from './demo-tenant.js'

/** A number that the British numbering plan reserves as an example. */
export const DEMO_NUMBER = '+447400123456'

const DEMO_ADDRESS = 'asha@example.com'

/** The recipients of the demo's own messages. */
export interface DemoRecipients {
  readonly number: string
  readonly address: string
}

/** A random British number, without those that have a fixed outcome in the sandbox. */
export const randomNumber = (): string => {
  const number = `+447400${randomInt(100_000, 1_000_000)}`
  return isOutcomeNumber(number) ? randomNumber() : number
}

/**
 * The demo's usual recipients. A visitor may have opted one of them out in an earlier run: messages of this
 * run then go to a new one, so that the demo starts anyway.
 */
export const chooseRecipients = async (
  terminal: Terminal,
  api: DemoApi,
  { main, production }: DemoTenants,
): Promise<DemoRecipients> => {
  const choose = async (
    usual: string,
    fresh: () => string,
    uses: ReadonlyArray<readonly [DemoTenant, DemoText]>,
  ): Promise<string> => {
    const codes = await Promise.all(uses.map(([tenant, text]) => api.refusalOf(tenant, text, usual)))
    if (!codes.includes('destination_not_allowed')) return usual
    const other = fresh()
    terminal.say(`  ${usual} gets no messages, for example after an opt-out. They go to ${other} this time.`)
    return other
  }
  const [number, address] = await Promise.all([
    choose(DEMO_NUMBER, randomNumber, [
      [main, 'sms'],
      [main, 'whatsapp'],
      [production, 'sms'],
    ]),
    choose(DEMO_ADDRESS, () => `asha-${randomInt(100_000, 1_000_000)}@example.com`, [
      [main, 'email'],
      [production, 'email'],
    ]),
  ])
  return { number, address }
}
