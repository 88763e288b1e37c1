/**
 * The screens of the website, by the first part of their addresses. A link to any of them, or to a record below it, opens there
 * directly; what an address means further on is the screen's own.
 */
export const WEBSITE_SCREENS: readonly string[] = [
  'apps',
  'credentials',
  'agent-keys',
  'messages',
  'templates',
  'billing',
  'budgets',
  'members',
  'support',
  'me',
]
