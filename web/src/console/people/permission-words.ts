/** What super admins may do, in words. */
const WORDS: Readonly<Record<string, string>> = {
  'admin.organizations': 'Organizations',
  'admin.templates.review': 'Reviewing templates',
  'admin.pricing': 'Prices',
  'admin.billing': 'Money',
  'admin.providers': 'Providers and switches',
  'admin.messages': 'Messages and reconciliation',
  'admin.support': 'Support',
  'admin.users': 'People',
  'admin.audit': 'Audit log',
  'admin.agentKeys': 'Agent keys',
}

/** A permission in words; one that is new is called by its name. */
export const permissionWord = (permission: string): string => WORDS[permission] ?? permission

/** All that somebody may do, in words. */
export const permissionsText = (permissions: readonly string[]): string =>
  permissions.length === Object.keys(WORDS).length ? 'everything' : permissions.map(permissionWord).join(', ')
