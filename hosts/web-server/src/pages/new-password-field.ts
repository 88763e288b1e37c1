import type { PageField } from './page-form.js'

/** docs/contract#passwords. */
const LEAST_CHARACTERS = 12

/** Where a new password is typed. */
export const newPasswordField = (name: string, label: string): PageField => ({
  name,
  label,
  type: 'password',
  autocomplete: 'new-password',
  hint: `At least ${LEAST_CHARACTERS} characters. A few words that do not belong together are easy to remember.`,
  minLength: LEAST_CHARACTERS,
})
