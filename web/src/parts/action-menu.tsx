import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

interface MenuProps {
  /** The button's name for screen readers. */
  readonly label: string
  /** Whether the button has a border like the buttons next to it. */
  readonly isBordered?: boolean
  readonly children: ComponentChildren
}

const EDGE_PX = 8

/** The actions of a record behind one button. A choice, Esc or a click elsewhere closes the menu. */
export const ActionMenu = ({ label, isBordered = false, children }: MenuProps) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** Places the menu below its button, within the window: a popover has no position of its own. */
  const place = (): void => {
    const [at, shown] = [button.current?.getBoundingClientRect(), list.current]
    if (at === undefined || shown === null) return
    const { offsetWidth: width, offsetHeight: height } = shown
    const top = at.bottom + height > innerHeight ? at.top - height : at.bottom
    shown.style.left = `${Math.max(EDGE_PX, at.right - width)}px`
    shown.style.top = `${Math.max(EDGE_PX, top)}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        class={isBordered ? 'button menu-button' : 'button bare menu-button'}
        aria-label={label}
        popovertarget={id}
      >
        …
      </button>
      <div
        ref={list}
        id={id}
        class="menu-list"
        popover="auto"
        onToggle={({ newState }) => {
          if (newState !== 'open') return
          place()
          list.current?.querySelector<HTMLElement>('a, button')?.focus()
        }}
        onClick={() => list.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}
