/** The names of super admins' permissions. */
const WORDS: Readonly<Record<string, string>> = {
  'admin.organizations': 'Organizations',
  'admin.templates.review': 'Template review',
  'admin.pricing': 'Prices',
  'admin.billing': 'Money',
  'admin.providers': 'Providers and emergency stops',
  'admin.messages': 'Messages and reconciliation',
  'admin.support': 'Support',
  'admin.users': 'People',
  'admin.audit': 'Audit log',
  'admin.agentKeys': 'Agent keys',
}

/** The name of a permission; a new one is shown by its identifier. */
export const permissionWord = (permission: string): string => WORDS[permission] ?? permission

/** All permissions of a super admin, as one text. */
export const permissionsText = (permissions: readonly string[]): string =>
  permissions.length === Object.keys(WORDS).length
    ? 'all permissions'
    : permissions.map(permissionWord).join(', ')
