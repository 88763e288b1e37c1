import type { Composition } from '@postrider/wiring/compose'
import type { Terminal } from '@postrider/command/terminal/terminal'
import { leaveWork } from './console-work.js'
import { showFourEyes } from './show-four-eyes.js'
import type { DemoApi } from './demo-api.js'
import { DemoError } from './demo-callers.js'
import { trafficInboxFile } from './demo-file.js'
import type { DemoTenants } from './demo-tenant.js'
import { startTraffic, type Traffic } from './traffic.js'
import { seatBoth, trafficTenant } from './traffic-tenant.js'

/** The tenant of the traffic, its connection, and its end. */
interface BusyNeeds {
  readonly composition: Composition
  readonly api: DemoApi
  readonly tenants: DemoTenants
  readonly signal: AbortSignal
}

const begin = async ({ composition, api, tenants, signal }: BusyNeeds): Promise<Traffic> => {
  const operators = await seatBoth(composition, tenants)
  const tenant = await trafficTenant(composition, operators, tenants)
  await leaveWork(composition, operators, tenant)
  await showFourEyes(api, operators, tenant)
  const inbox = trafficInboxFile(composition.settings.dataDir)
  return startTraffic({ api, tenant, inbox, random: composition.ports.random }, signal)
}

/**
 * Keeps the console busy, with messages of a separate tenant and work for visitors. Undefined, with a
 * message, if that couldn't be set up; the demo still serves.
 */
export const keepBusy = async (terminal: Terminal, needs: BusyNeeds): Promise<Traffic | undefined> => {
  try {
    const traffic = await begin(needs)
    terminal.say(terminal.paint('bold', 'At the console'))
    terminal.say('  Kaveri Retail sends three messages a second, for half an hour (--quiet leaves that out)')
    terminal.say(`  what is "delivered"    ${trafficInboxFile(needs.composition.settings.dataDir)}`)
    terminal.say('  what waits for you     unknown outcomes, a report that contradicts what was decided,')
    terminal.say('                         templates to judge, proposals, a chat')
    terminal.say()
    void traffic.ended.then((sent) => terminal.say(`Kaveri Retail has sent ${sent} messages, and stops.`))
    return traffic
  } catch (cause) {
    if (!(cause instanceof DemoError)) throw cause
    terminal.complain(`There is no traffic: ${cause.message}`)
    return undefined
  }
}
