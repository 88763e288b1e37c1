/** What a member of an Organization may be allowed to do (docs/contract#roles). */
export const PERMISSIONS = [
  'organization.manage', 'members.manage', 'apps.manage', 'credentials.manage', 'agentKeys.manage',
  'billing.read', 'billing.manage', 'messages.read', 'templates.manage', 'support.use',
] as const // prettier-ignore

export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const

/** What a member is in an Organization; it alone decides what they may do there. */
export type Role = (typeof ROLES)[number]

/** What each role may do (docs/contract#roles). */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  admin: PERMISSIONS.filter((permission) => permission !== 'organization.manage'),
  developer: ['apps.manage', 'credentials.manage', 'templates.manage', 'messages.read', 'support.use'],
  billing: ['billing.read', 'billing.manage', 'support.use'],
  viewer: ['billing.read', 'messages.read'],
}

/**
 * Whether whoever has the one role may give and take the other: nobody gives what they may not do themselves, and what
 * somebody may who may more is not theirs to take (docs/contract#changing-roles).
 */
export const coversRole = (own: Role, other: Role): boolean =>
  ROLE_PERMISSIONS[other].every((permission) => ROLE_PERMISSIONS[own].includes(permission))

/** What a super admin may be allowed to do (docs/contract#roles). */
export const ADMIN_PERMISSIONS = [
  'admin.organizations', 'admin.templates.review', 'admin.pricing', 'admin.billing', 'admin.providers',
  'admin.messages', 'admin.support', 'admin.users', 'admin.audit', 'admin.agentKeys',
] as const // prettier-ignore

export type AdminPermission = (typeof ADMIN_PERMISSIONS)[number]
