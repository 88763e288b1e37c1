import { grantable } from '@postrider/core/domain/agents/key-grant'
import { BY_DEMO, type DemoCaller } from './demo-callers.js'

/** Agent keys of the demo, each of which may do all that keys of its kind may (decisions 14). */
export interface DemoKeys {
  readonly customer: string
  readonly bootstrap: string
  readonly admin: string
}

const { reason } = BY_DEMO

/** Makes a customer key that acts for an Organization, for whom its owner answers. */
export const makeCustomerKey = async (
  operator: DemoCaller,
  sponsorEmail: string,
  organizationId: string,
): Promise<string> => {
  const powers = { kind: 'customer', allowlist: grantable('customer'), organizationId }
  const made = await operator.run('createAgentKey', { ...powers, sponsorEmail, label: 'demo', reason })
  return made.secret ?? ''
}

/** Makes a key that founds one Organization, within a day. */
export const makeBootstrapKey = async (operator: DemoCaller, sponsorEmail: string): Promise<string> => {
  const powers = { kind: 'bootstrap', allowlist: grantable('bootstrap') }
  const made = await operator.run('createAgentKey', { ...powers, sponsorEmail, label: 'demo', reason })
  return made.secret ?? ''
}

/** Makes a key that acts for the super admin who makes it. */
export const makeAdminKey = async (operator: DemoCaller): Promise<string> => {
  const made = await operator.run('createAdminAgentKey', {
    allowlist: grantable('admin'),
    label: 'demo',
    reason,
  })
  return made.secret ?? ''
}
