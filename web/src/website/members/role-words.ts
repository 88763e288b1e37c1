import type { Permission, Role } from '@postrider/core/identity/domain/people/roles'

const ROLES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  billing: 'Billing',
  viewer: 'Viewer',
}

const PERMISSIONS: Readonly<Record<Permission, string>> = {
  'organization.manage': 'the Organization itself',
  'members.manage': 'members',
  'apps.manage': 'apps',
  'credentials.manage': 'credentials',
  'agentKeys.manage': 'Agent keys',
  'billing.read': 'seeing money',
  'billing.manage': 'budgets and billing',
  'messages.read': 'seeing messages',
  'templates.manage': 'templates',
  'support.use': 'support',
}

/** The name of a role. */
export const roleWord = (role: string): string => ROLES[role as Role] ?? role

/** The permissions of a member, in words. */
export const memberPermissionsText = (permissions: readonly Permission[]): string =>
  permissions.map((permission) => PERMISSIONS[permission]).join(', ')
