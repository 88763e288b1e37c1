/**
 * The screens of the website, by the first path segment of their addresses. A link to any of them, or to a
 * record below it, opens directly; each screen interprets the rest of its addresses itself.
 */
export const WEBSITE_SCREENS: readonly string[] = [
  'apps',
  'credentials',
  'agent-keys',
  'webhooks',
  'messages',
  'templates',
  'billing',
  'budgets',
  'members',
  'support',
  'me',
]
