/** The permissions of members of an Organization (docs/api/access#roles). */
export const PERMISSIONS = [
  'organization.manage', 'members.manage', 'apps.manage', 'credentials.manage', 'agentKeys.manage',
  'billing.read', 'billing.manage', 'messages.read', 'templates.manage', 'support.use',
] as const // prettier-ignore

export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const

/** The role of a member in an Organization; only the role determines their permissions there. */
export type Role = (typeof ROLES)[number]

/** The permissions of each role (docs/api/access#roles). */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  admin: PERMISSIONS.filter((permission) => permission !== 'organization.manage'),
  developer: ['apps.manage', 'credentials.manage', 'templates.manage', 'messages.read', 'support.use'],
  billing: ['billing.read', 'billing.manage', 'support.use'],
  viewer: ['billing.read', 'messages.read'],
}

/**
 * Whether a member with role `own` may give and remove the role `other`: people can't give permissions that
 * they lack, or change members with more permissions (docs/api/access#changing-roles).
 */
export const coversRole = (own: Role, other: Role): boolean =>
  ROLE_PERMISSIONS[other].every((permission) => ROLE_PERMISSIONS[own].includes(permission))

/** The permissions of super admins (docs/api/access#roles). */
export const ADMIN_PERMISSIONS = [
  'admin.organizations', 'admin.templates.review', 'admin.pricing', 'admin.billing', 'admin.providers',
  'admin.messages', 'admin.support', 'admin.users', 'admin.audit', 'admin.agentKeys',
] as const // prettier-ignore

export type AdminPermission = (typeof ADMIN_PERMISSIONS)[number]
