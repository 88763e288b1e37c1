import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../parts/icons.js'
import { visit } from '../state/address.js'
import { focusTitle } from '../state/title.js'

/** A page or a record that the palette opens. */
export interface PaletteTarget {
  readonly key: string
  readonly icon: string
  readonly text: string
  readonly kind: string
  readonly href: string
  /** The search text, which isn't part of the address. */
  readonly memory?: Readonly<Record<string, string>>
}

interface PaletteTexts {
  readonly search: string
  readonly label: string
  readonly placeholder: string
  readonly noMatch: string
}

const optionId = (at: number): string => `palette-${at}`

interface TargetListProps {
  readonly targets: readonly PaletteTarget[]
  readonly chosen: number
  readonly texts: PaletteTexts
  onGo(target: PaletteTarget): void
}

const TargetList = ({ targets, chosen, texts, onGo }: TargetListProps) =>
  targets.length === 0 ? (
    <p class="about quiet" role="status">
      {texts.noMatch}
    </p>
  ) : (
    <ul id="palette-list" role="listbox" aria-label={texts.search}>
      {targets.map((target, at) => (
        <li
          key={target.key}
          id={optionId(at)}
          role="option"
          aria-selected={at === chosen}
          onClick={() => onGo(target)}
        >
          <Icon name={target.icon} />
          <bdi class="cut">{target.text}</bdi>
          <span class="quiet small">{target.kind}</span>
        </li>
      ))}
    </ul>
  )

interface PaletteProps {
  readonly texts: PaletteTexts
  /** Finds targets for the text that the user typed. It is called like a hook. */
  useTargets(typed: string): readonly PaletteTarget[]
  onClose(): void
}

/** Opens a page or a record by a few letters: a dialog with a field and a list, which the arrow keys move through. */
export const TargetPalette = ({ texts, useTargets, onClose }: PaletteProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const targets = useTargets(typed.trim())
  const chosen = Math.min(at, Math.max(0, targets.length - 1))
  // A layout effect runs before the next key press, so that no letter is lost.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const go = (target: PaletteTarget | undefined): void => {
    if (target === undefined) return
    // Elements behind an open dialog can't take the focus.
    dialog.current?.close()
    onClose()
    visit(target.href, target.memory)
    focusTitle()
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt(Math.min(targets.length - 1, chosen + 1)),
    ArrowUp: () => setAt(Math.max(0, chosen - 1)),
    Enter: () => go(targets[chosen]),
  }
  return (
    <dialog ref={dialog} class="palette" aria-label={texts.search} onClose={onClose}>
      <div class="ask">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={targets.length > 0 ? optionId(chosen) : undefined}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            const handler = keys[event.key]
            if (handler === undefined) return
            event.preventDefault()
            handler()
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <TargetList targets={targets} chosen={chosen} texts={texts} onGo={go} />
    </dialog>
  )
}
