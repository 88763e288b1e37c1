import type { AdminPermission } from '@postrider/core/identity/domain/people/roles'
import { may } from './access.js'

/** The screen that shows records of a kind, and the permissions that allow it. */
const PLACES: Readonly<Record<string, readonly [path: string, ...permissions: AdminPermission[]]>> = {
  msg: ['/messages', 'admin.messages'],
  org: ['/organizations', 'admin.organizations'],
  usr: ['/people/admins', 'admin.users'],
  tpl: ['/templates', 'admin.templates.review'],
  agk: ['/people/keys', 'admin.agentKeys'],
  apr: ['/approvals', 'admin.pricing', 'admin.billing', 'admin.users'],
  tkt: ['/support', 'admin.support'],
  cht: ['/support', 'admin.support'],
  blk: ['/reconciliation/bulk', 'admin.messages'],
}

/** The address of a record by its identifier; undefined if it has no page or the reader may not see it. */
export const placeOf = (id: string): string | undefined => {
  const [path, ...permissions] = PLACES[id.slice(0, id.indexOf('_'))] ?? []
  return path !== undefined && permissions.some(may) ? `${path}/${id}` : undefined
}
