/**
 * The screens of the console, by the first path segment of their addresses. A link to any of them, or to a
 * record below it, opens directly; each screen interprets the rest of its addresses itself.
 */
export const SCREEN_NAMES = [
  'messages',
  'reconciliation',
  'templates',
  'approvals',
  'switches',
  'organizations',
  'providers',
  'prices',
  'support',
  'audit',
  'people',
  'me',
] as const
