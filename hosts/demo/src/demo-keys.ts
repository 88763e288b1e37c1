import { grantable } from '@postrider/core/assembly/grantable'
import { BY_DEMO, type DemoCaller } from './demo-callers.js'

const { reason } = BY_DEMO

/**
 * Creates a customer key that acts for an Organization, as its owner does on the website, with all
 * permissions of its kind.
 */
export const makeCustomerKey = async (owner: DemoCaller, organizationId: string): Promise<string> => {
  const powers = { allowlist: grantable('customer'), organizationId }
  const made = await owner.run('createOrganizationAgentKey', { ...powers, label: 'demo', reason })
  return made.secret ?? ''
}

/** Creates a key that can create one Organization, within a day. */
export const makeBootstrapKey = async (owner: DemoCaller): Promise<string> => {
  const made = await owner.run('createBootstrapAgentKey', { label: 'demo', reason })
  return made.secret ?? ''
}

/** Creates a key that acts for the super admin who creates it. */
export const makeAdminKey = async (operator: DemoCaller): Promise<string> => {
  const made = await operator.run('createAdminAgentKey', {
    allowlist: grantable('admin'),
    label: 'demo',
    reason,
  })
  return made.secret ?? ''
}
