/** What stands around the screens of the website. */
export const WEBSITE_TEXTS = {
  organization: 'Organization',
  needsSecondFactor: 'This organization requires a second factor.',
  turnItOn: 'Turn it on',
  groups: { start: '', send: 'Send', money: 'Money', access: 'Access' },
  screens: {
    start: 'Start',
    apps: 'Apps',
    credentials: 'Credentials',
    agentKeys: 'Agent keys',
    templates: 'Templates',
    messages: 'Messages',
    billing: 'Billing',
    budgets: 'Budgets',
    members: 'Members',
    support: 'Support',
    myself: 'You',
  },
  keyRows: [
    ['j k', 'Move in a list'],
    ['Enter', 'Open'],
    ['Esc', 'Back, or close'],
    ['f', 'Filter'],
    ['?', 'All keys'],
  ],
} as const
