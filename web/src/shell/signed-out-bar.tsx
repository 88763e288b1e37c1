import { SHELL_TEXTS as t } from '../language/shell-texts.js'
import { Icon } from '../parts/icons.js'
import { address } from '../state/address.js'
import { connection } from '../state/connection.js'

/** Shown when the session has expired; the last data stays visible. */
export const SignedOutBar = () => {
  const status = connection.value
  if (status._tag !== 'SignedOut' && status._tag !== 'Stopped') return null
  const isOut = status._tag === 'SignedOut'
  const next = encodeURIComponent(address.value.path + location.search)
  return (
    <div class="late-bar" role="alert">
      <Icon name={isOut ? 'lock' : 'triangle'} />
      <span>{isOut ? t.signedOutText : t.stopped}</span>
      <a class="button push" href={isOut ? `/sign-in?next=${next}` : location.href} data-leave>
        {isOut ? t.signIn : t.reload}
      </a>
    </div>
  )
}
