import { grantable } from '@postrider/core/domain/operations/key-grant'
import { BY_DEMO, type DemoCaller } from './demo-callers.js'

const { reason } = BY_DEMO

/** Makes a customer key that acts for an Organization, for which its owner answers; like the others it may do all that keys of its kind may. */
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
