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

/** A dialog over the screen: the keyboard stays in it, Esc leaves it, and the focus returns to where it was. */
export const ModalDialog = ({ title, lead, isBroad = false, onClose, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the next key arrives.
  useLayoutEffect(() => {
    const { activeElement: before } = document
    const shown = dialog.current
    shown?.showModal()
    return () => {
      // Nothing behind an open dialog takes the focus.
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
