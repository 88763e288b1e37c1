/** The texts of a change to an organization's balance. */
export const BALANCE_TEXTS = {
  amount: 'Amount',
  account: 'Account',
  before: 'Available now',
  after: 'Available afterwards',
  notShown: 'hidden by your permissions',
} as const
