import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { connection } from '../state/connection.js'

/** Shows the sign-in form in a dialog when the session has expired. Its code is loaded then. */
export const LateSignIn = () => {
  const isOut = connection.value._tag === 'SignedOut'
  const [Panel, setPanel] = useState<ComponentType>()
  useEffect(() => {
    if (isOut && Panel === undefined)
      import('./sign-in-panel.js').then(
        ({ SignInPanel }) => setPanel(() => SignInPanel),
        () => undefined,
      )
  }, [isOut])
  return isOut && Panel !== undefined ? <Panel /> : null
}
