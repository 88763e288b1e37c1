import type { AdminPermission } from '@postrider/core/identity/domain/people/roles'
import { may } from './access.js'

/** The permissions of a screen: any one of them is enough. An empty list allows everyone who is signed in. */
const SCREEN_PERMISSIONS: Readonly<Record<string, readonly AdminPermission[]>> = {
  '/': [],
  '/messages': ['admin.messages'],
  '/reconciliation': ['admin.messages', 'admin.billing'],
  '/templates': ['admin.templates.review'],
  '/approvals': ['admin.pricing', 'admin.billing', 'admin.users'],
  '/switches': ['admin.providers', 'admin.organizations'],
  '/providers': ['admin.providers'],
  '/prices': ['admin.pricing'],
  '/organizations': ['admin.organizations'],
  '/support': ['admin.support'],
  '/audit': ['admin.audit'],
  '/people': ['admin.users', 'admin.agentKeys', 'admin.messages'],
  '/me': [],
}

/** Whether the person may see the screen of an address. */
export const screenAllowed = (href: string): boolean => {
  const [, screen = '/'] = /^(\/[^/?]*)/.exec(href) ?? []
  const permissions = SCREEN_PERMISSIONS[screen]
  return permissions !== undefined && (permissions.length === 0 || permissions.some(may))
}
