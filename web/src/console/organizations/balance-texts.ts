/** What is shown about a change of an organization's balance. */
export const BALANCE_TEXTS = {
  amount: 'Amount',
  account: 'Account',
  before: 'Available now',
  after: 'Available afterwards',
  notShown: 'not among your permissions',
} as const
