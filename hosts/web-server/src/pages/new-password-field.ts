import type { PageField } from './page-form.js'

/** docs/api/sign-in#passwords. */
const LEAST_CHARACTERS = 12

/** The field for a new password. */
export const newPasswordField = (name: string, label: string): PageField => ({
  name,
  label,
  type: 'password',
  autocomplete: 'new-password',
  hint: `At least ${LEAST_CHARACTERS} characters. A few unrelated words are easy to remember.`,
  minLength: LEAST_CHARACTERS,
})
