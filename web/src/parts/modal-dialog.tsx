import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { LateSignIn } from './late-sign-in.js'

interface DialogProps {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly isBroad?: boolean
  onClose(): void
  readonly children: ComponentChildren
}

/**
 * A modal dialog: it keeps the keyboard focus, Esc closes it, and the focus returns to the previous element.
 */
export const ModalDialog = ({ title, lead, isBroad = false, onClose, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A layout effect runs before the next key press arrives.
  useLayoutEffect(() => {
    const { activeElement: before } = document
    const shown = dialog.current
    shown?.showModal()
    return () => {
      // Elements behind an open dialog can't take the focus.
      shown?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={isBroad ? 'broad' : ''}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        {lead !== undefined && <p class="quiet">{lead}</p>}
      </header>
      <LateSignIn />
      {children}
    </dialog>
  )
}
