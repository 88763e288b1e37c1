import { ACCESS_TEXTS as t } from '../language/access-texts.js'
import { forgetWritten } from '../state/stored-writing.js'

/** The button by which somebody signs out; what they have not sent leaves the browser, also if the server can't be reached. */
export const SignOutForm = () => (
  <form method="post" action="/sign-out" class="push" onSubmit={forgetWritten}>
    <button type="submit" class="button">
      {t.signOut}
    </button>
  </form>
)
