import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { shortId, shownText } from '../../format/shown-text.js'
import { Icon } from '../../parts/icons.js'
import { visit } from '../../state/address.js'
import { client } from '../../state/connection.js'
import { focusTitle } from '../../state/title.js'
import { FIND_TEXTS as t } from '../language/find-texts.js'
import { screensHere } from '../screens/screens.js'
import { mayHere, shownOrganizationId } from '../state/access.js'
import { ownApps } from '../state/own-apps.js'

/** A page or a record that the palette opens. */
interface FindTarget {
  readonly key: string
  readonly icon: string
  readonly text: string
  readonly kind: string
  readonly href: string
  /** The searched text, which no address holds. */
  readonly memory?: Readonly<Record<string, string>>
}

const MOST_READ = 100
const MOST_SHOWN = 12

const ownTemplates = async (organizationId: string): Promise<readonly FindTarget[]> => {
  if (!mayHere('templates.manage')) return []
  const { drafts } = await client.read('listCustomerTemplateDrafts', { organizationId, limit: MOST_READ })
  return drafts.map(({ draftId, name }) => ({
    key: draftId,
    icon: 'templates',
    text: shownText(name),
    kind: t.template,
    href: `/templates/${draftId}`,
  }))
}

const ownPeople = async (organizationId: string): Promise<readonly FindTarget[]> => {
  const { members } = await client.read('listOrganizationMembers', { organizationId, limit: MOST_READ })
  return members.map(({ userId, displayName, email }) => ({
    key: userId,
    icon: 'people',
    text: shownText(`${displayName} ${email}`),
    kind: t.person,
    href: '/members',
  }))
}

const known = (): readonly FindTarget[] => [
  ...screensHere().map(({ path, label, icon }) => ({
    key: path,
    icon,
    text: label,
    kind: t.page,
    href: path,
  })),
  ...ownApps.value.map(({ appId, name }) => ({
    key: appId,
    icon: 'apps',
    text: shownText(name),
    kind: t.app,
    href: `/apps/${appId}`,
  })),
]

const messageTargets = (asked: string): readonly FindTarget[] => {
  if (asked === '' || !mayHere('messages.read')) return []
  if (/^msg_[0-9a-z]{26}$/.test(asked))
    return [
      {
        key: asked,
        icon: 'messages',
        text: t.open(shortId(asked)),
        kind: t.message,
        href: `/messages/${asked}`,
      },
    ]
  const memory = { find: asked }
  return [
    {
      key: 'find',
      icon: 'search',
      text: t.findMessages(shownText(asked)),
      kind: t.message,
      href: '/messages',
      memory,
    },
  ]
}

/** A number, an address or an identifier is of a message; anything else is rather the name of a record. */
const isOfMessage = (asked: string): boolean => /@|_|\d{4}/.test(asked.replace(/[ ().-]/g, ''))

const useTargets = (asked: string): readonly FindTarget[] => {
  const [read, setRead] = useState<readonly FindTarget[]>([])
  const organizationId = shownOrganizationId.value
  useEffect(() => {
    if (organizationId === undefined) return
    for (const part of [ownTemplates(organizationId), ownPeople(organizationId)])
      part.then(
        (targets) => setRead((before) => [...before, ...targets]),
        () => undefined,
      )
  }, [organizationId])
  const sought = asked.toLowerCase()
  const named = [...known(), ...read].filter(
    ({ key, text }) => text.toLowerCase().includes(sought) || key === asked,
  )
  const messages = messageTargets(asked)
  return isOfMessage(asked)
    ? [...messages, ...named.slice(0, MOST_SHOWN)]
    : [...named.slice(0, MOST_SHOWN), ...messages]
}

const optionId = (at: number): string => `find-${at}`

const TargetList = ({
  targets,
  chosen,
  onGo,
}: {
  targets: readonly FindTarget[]
  chosen: number
  onGo(target: FindTarget): void
}) =>
  targets.length === 0 ? (
    <p class="about quiet" role="status">
      {t.none}
    </p>
  ) : (
    <ul id="find-list" role="listbox" aria-label={t.search}>
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

/** Opens any page, app, template or person of the Organization by a few letters, and searches its messages. */
export const FindPalette = ({ onClose }: { onClose(): void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState('')
  const [at, setAt] = useState(0)
  const targets = useTargets(asked.trim())
  const chosen = Math.min(at, Math.max(0, targets.length - 1))
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const go = (target: FindTarget | undefined): void => {
    if (target === undefined) return
    // An element behind an open dialog takes no focus.
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
          aria-controls="find-list"
          aria-activedescendant={targets.length > 0 ? optionId(chosen) : undefined}
          aria-label={t.search}
          placeholder={t.hint}
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
