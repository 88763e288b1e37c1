import { ACCESS_TEXTS as t } from '../language/access-texts.js'
import { forgetWritten } from '../state/stored-writing.js'

/**
 * The sign-out button. It also deletes unsent drafts from the browser, even if the server can't be reached.
 */
export const SignOutForm = () => (
  <form method="post" action="/sign-out" class="push" onSubmit={forgetWritten}>
    <button type="submit" class="button">
      {t.signOut}
    </button>
  </form>
)
