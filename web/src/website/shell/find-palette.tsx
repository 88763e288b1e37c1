import { useEffect, useState } from 'preact/hooks'
import { shortId, shownText } from '../../format/shown-text.js'
import { type PaletteTarget, TargetPalette } from '../../shell/target-palette.js'
import { client } from '../../state/connection.js'
import { FIND_TEXTS as t } from './find-texts.js'
import { screensHere } from '../screens.js'
import { mayHere, shownOrganizationId } from '../state/access.js'
import { ownApps } from '../state/own-apps.js'

const MOST_READ = 100
const MOST_SHOWN = 12

const ownTemplates = async (organizationId: string): Promise<readonly PaletteTarget[]> => {
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

const ownPeople = async (organizationId: string): Promise<readonly PaletteTarget[]> => {
  const { members } = await client.read('listOrganizationMembers', { organizationId, limit: MOST_READ })
  return members.map(({ userId, displayName, email }) => ({
    key: userId,
    icon: 'people',
    text: shownText(`${displayName} ${email}`),
    kind: t.person,
    href: '/members',
  }))
}

const known = (): readonly PaletteTarget[] => [
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

const messageTargets = (typed: string): readonly PaletteTarget[] => {
  if (typed === '' || !mayHere('messages.read')) return []
  if (/^msg_[0-9a-z]{26}$/.test(typed))
    return [
      {
        key: typed,
        icon: 'messages',
        text: t.open(shortId(typed)),
        kind: t.message,
        href: `/messages/${typed}`,
      },
    ]
  const memory = { find: typed }
  return [
    {
      key: 'find',
      icon: 'search',
      text: t.findMessages(shownText(typed)),
      kind: t.message,
      href: '/messages',
      memory,
    },
  ]
}

/** Whether the text looks like a number, an address or an identifier of a message, rather than a name. */
const isOfMessage = (typed: string): boolean => /@|_|\d{4}/.test(typed.replace(/[ ().-]/g, ''))

const useTargets = (typed: string): readonly PaletteTarget[] => {
  const [read, setRead] = useState<readonly PaletteTarget[]>([])
  const organizationId = shownOrganizationId.value
  useEffect(() => {
    if (organizationId === undefined) return
    for (const part of [ownTemplates(organizationId), ownPeople(organizationId)])
      part.then(
        (targets) => setRead((before) => [...before, ...targets]),
        () => undefined,
      )
  }, [organizationId])
  const sought = typed.toLowerCase()
  const named = [...known(), ...read].filter(
    ({ key, text }) => text.toLowerCase().includes(sought) || key === typed,
  )
  const messages = messageTargets(typed)
  return isOfMessage(typed)
    ? [...messages, ...named.slice(0, MOST_SHOWN)]
    : [...named.slice(0, MOST_SHOWN), ...messages]
}

/**
 * Opens any page, app, template or person of the organization by a few letters, and searches its messages.
 */
export const FindPalette = ({ onClose }: { onClose(): void }) => (
  <TargetPalette
    texts={{ search: t.search, label: t.search, placeholder: t.hint, noMatch: t.none }}
    useTargets={useTargets}
    onClose={onClose}
  />
)
