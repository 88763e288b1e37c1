import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { shortId, shownText } from '../../format/shown-text.js'
import { CONSOLE_TEXTS as t } from '../language/console-texts.js'
import { Icon } from '../../parts/icons.js'
import { screensAllowed } from '../screens/screens.js'
import { visit } from '../../state/address.js'
import { may } from '../state/access.js'
import { focusTitle } from '../../state/title.js'
import { recordTargets } from './record-targets.js'
import type { JumpTarget } from './jump-target.js'

const SETTLE_MS = 150

const screenTargets = (asked: string): readonly JumpTarget[] =>
  screensAllowed()
    .filter(({ label }) => label.toLowerCase().includes(asked.toLowerCase()))
    .map(({ path, label, icon }) => ({ key: path, icon, text: label, kind: t.screen, href: path }))

const messageTargets = (asked: string): readonly JumpTarget[] =>
  /^msg_[0-9a-z]{26}$/.test(asked) && may('admin.messages')
    ? [
        {
          key: asked,
          icon: 'messages',
          text: t.openMessage(shortId(asked)),
          kind: t.message,
          href: `/messages/${asked}`,
        },
      ]
    : []

/** An address, a reference or an identifier with a digit in it, or a number: no name of a screen or of a customer. */
const isOfMessage = (asked: string): boolean => /@|_|\d{4}/.test(asked.replace(/[ ().-]/g, ''))

/** To look for messages by whatever this is; who looks is on record, so that it is asked for and not done while typing. */
const searchTargets = (asked: string): readonly JumpTarget[] =>
  asked.length > 0 && may('admin.messages')
    ? [
        {
          key: 'find messages',
          icon: 'search',
          text: t.findMessages(shownText(asked)),
          kind: t.message,
          href: '/messages',
          memory: { find: asked },
        },
      ]
    : []

const useTargets = (asked: string): readonly JumpTarget[] => {
  const [found, setFound] = useState<readonly JumpTarget[]>([])
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      recordTargets(asked).then(
        (targets) => {
          if (!isOver) setFound(targets)
        },
        () => {
          if (!isOver) setFound([])
        },
      )
    }, SETTLE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked])
  const [search, others] = [searchTargets(asked), [...screenTargets(asked), ...found]]
  return [...messageTargets(asked), ...(isOfMessage(asked) ? [...search, ...others] : [...others, ...search])]
}

const optionId = (at: number): string => `jump-${at}`

interface TargetListProps {
  readonly targets: readonly JumpTarget[]
  readonly chosen: number
  onGo(target: JumpTarget): void
}

const TargetList = ({ targets, chosen, onGo }: TargetListProps) =>
  targets.length === 0 ? (
    <p class="about quiet" role="status">
      {t.noMatch}
    </p>
  ) : (
    <ul id="jump-list" role="listbox" aria-label={t.search}>
      {targets.map((target, index) => (
        <li
          key={target.key}
          id={optionId(index)}
          role="option"
          aria-selected={index === chosen}
          onClick={() => onGo(target)}
        >
          <Icon name={target.icon} />
          {target.text}
          <span class="quiet small">{target.kind}</span>
        </li>
      ))}
    </ul>
  )

/** Goes to any screen, record or Organization by a few letters. */
export const JumpPalette = ({ onClose }: { onClose(): void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState('')
  const [at, setAt] = useState(0)
  const targets = useTargets(asked.trim())
  const chosen = Math.min(at, Math.max(0, targets.length - 1))
  // Before the next key arrives: whoever writes at once loses no letter.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const go = (target: JumpTarget | undefined): void => {
    if (target === undefined) return
    // What is behind an open dialog takes no focus.
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
    <dialog ref={dialog} class="palette" aria-label={t.search} onClose={onClose}>
      <div class="ask">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="jump-list"
          aria-activedescendant={targets.length > 0 ? optionId(chosen) : undefined}
          aria-label={t.paletteHint}
          placeholder={t.palettePlaceholder}
          value={asked}
          onInput={({ currentTarget }) => {
            setAsked(currentTarget.value)
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
      <TargetList targets={targets} chosen={chosen} onGo={go} />
    </dialog>
  )
}
