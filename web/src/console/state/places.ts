import type { AdminPermission } from '@postrider/core/identity/domain/people/roles'
import { may } from './access.js'

/** Where records of a kind are shown, and who sees them there. */
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

/** The address of a record, by its identifier; undefined where it has none that the reader may see. */
export const placeOf = (id: string): string | undefined => {
  const [path, ...permissions] = PLACES[id.slice(0, id.indexOf('_'))] ?? []
  return path !== undefined && permissions.some(may) ? `${path}/${id}` : undefined
}
