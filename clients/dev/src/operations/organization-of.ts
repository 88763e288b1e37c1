import type { OperationAccess } from '../access/access.js'
import { usageError } from '../errors/exit-code.js'
import { readByOperation } from './call-operation.js'

interface Membership {
  readonly organization: { readonly organizationId: string; readonly displayName: string }
}

/** The named Organization, otherwise the caller's only one. Throws a usage error if they have several. */
export const organizationOf = async (
  access: OperationAccess,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<string> => {
  if (wanted !== undefined) return wanted
  const { memberships } = await readByOperation(access, 'getCustomerContext', {}, signal)
  const all = (memberships as readonly Membership[]).map(({ organization }) => organization)
  const [only] = all
  if (only !== undefined && all.length === 1) return only.organizationId
  if (only === undefined) throw usageError('You don’t belong to an Organization.')
  const names = all.map(({ organizationId, displayName }) => `${organizationId} ${displayName}`)
  throw usageError(`You belong to several Organizations:\n${names.join('\n')}`, '--organization org_…')
}
