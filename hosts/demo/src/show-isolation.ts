import { amountText } from '@postrider/web-server/hosting/amount-text'
import type { Terminal } from '@postrider/command/terminal/terminal'
import type { DemoApi } from './demo-api.js'
import { DEMO_CURRENCY } from './demo-plans.js'
import type { DemoTenants } from './demo-tenant.js'

/** Signs a person in over HTTP, and lists their Organizations; true if they see only those. */
export const showIsolation = async (
  terminal: Terminal,
  api: DemoApi,
  { user, main, production, other }: DemoTenants,
): Promise<boolean> => {
  const line = (label: string, text: string): void =>
    terminal.say(`  ${terminal.paint('bold', label.padEnd(14))} ${text}`)
  const person = await api.signIn(user)
  line('Signed in', `${user.email}, with an access token of ${person.expiresIn / 60} minutes`)
  const { memberships } = await person.run('getCustomerContext', {})
  for (const { organization, role } of memberships)
    line('Belongs to', `${organization.displayName}, as ${role}`)
  const { organizationId } = main
  const balance = await person.run('getCustomerBalance', { organizationId, currency: DEMO_CURRENCY })
  line('Sees', `${amountText(balance.availableMinor, DEMO_CURRENCY)} available to ${organizationId}`)
  const isHidden = await person.isRefused('getCustomerBalance', {
    organizationId: other.organizationId,
    currency: DEMO_CURRENCY,
  })
  line('Sees not', 'what belongs to another tenant: it reads as if it were not there')
  const own = memberships.map(({ organization }) => organization.organizationId)
  // A visitor of the demo may have created more.
  const isRight = own.includes(organizationId) && own.includes(production.organizationId)
  return isHidden && isRight && !own.includes(other.organizationId)
}
