import { shortId, shownText } from '../../format/shown-text.js'
import { pathWith } from '../../state/address.js'
import { client } from '../../state/connection.js'
import { CONSOLE_TEXTS as t } from './console-texts.js'
import { may } from '../state/access.js'
import type { PaletteTarget } from '../../shell/target-palette.js'

const MOST = 5
const CASES_SEARCHED = 50

/** The text without a leading verb: "stop Shop" searches for Shop. */
const recordTextIn = (typed: string): string => typed.replace(/^(stop|resume|suspend|block|open)\s+/i, '')

const has = (text: string, name: string): boolean => name.toLowerCase().includes(text.toLowerCase())

/** An entry that opens an emergency stop for a target. */
const switchTarget = (operation: string, target: string, name: string): PaletteTarget => ({
  key: `${operation} ${target}`,
  icon: 'stop',
  text: t.acts[operation]?.(name) ?? name,
  kind: t.act,
  href: '/switches',
  memory: { operation, target, name },
})

const organizationTargets = async (text: string): Promise<readonly PaletteTarget[]> => {
  const { organizations } = await client.read('listOrganizations', { text, limit: MOST })
  return organizations.flatMap(({ organizationId, displayName, status }) => {
    const name = shownText(displayName)
    const open = {
      key: organizationId,
      icon: 'organizations',
      text: name,
      kind: t.organization,
      href: `/organizations/${organizationId}`,
    }
    const messages = {
      key: `${organizationId} messages`,
      icon: 'messages',
      text: t.messagesOf(name),
      kind: t.message,
      href: pathWith('/messages', { organizationId }),
    }
    const isActive = status === 'active'
    const act = isActive ? 'suspendOrganization' : 'reactivateOrganization'
    return [open, ...(may('admin.messages') ? [messages] : []), switchTarget(act, organizationId, name)]
  })
}

const appTargets = async (text: string): Promise<readonly PaletteTarget[]> => {
  const { apps } = await client.read('findApps', { text, limit: MOST })
  return apps.flatMap(({ appId, name, organizationId, organizationName, environment, disabledBy }) => {
    const shown = shownText(name)
    const open = {
      key: appId,
      icon: 'apps',
      text: shown,
      kind: t.appOf(shownText(organizationName), environment),
      href: `/organizations/${organizationId}`,
    }
    const act = disabledBy.includes('operator') ? 'resumeApp' : 'stopApp'
    return may('admin.providers') ? [open, switchTarget(act, appId, shown)] : [open]
  })
}

const accountTargets = async (text: string): Promise<readonly PaletteTarget[]> => {
  const { providerAccounts } = await client.read('listProviderAccounts', {})
  return providerAccounts
    .filter(({ name }) => has(text, name))
    .slice(0, MOST)
    .flatMap(({ providerAccountId, name, status }) => {
      const shown = shownText(name)
      const open = {
        key: providerAccountId,
        icon: 'providers',
        text: shown,
        kind: t.account,
        href: '/providers',
      }
      const act = status === 'enabled' ? 'stopProviderAccount' : 'resumeProviderAccount'
      return [open, switchTarget(act, providerAccountId, shown)]
    })
}

const personTargets = async (text: string): Promise<readonly PaletteTarget[]> => {
  const { superAdmins } = await client.read('listSuperAdmins', {})
  return superAdmins
    .filter(({ displayName, email }) => has(text, displayName) || has(text, email))
    .slice(0, MOST)
    .map(({ userId, displayName }) => ({
      key: userId,
      icon: 'people',
      text: shownText(displayName),
      kind: t.person,
      href: `/people/admins/${userId}`,
    }))
}

const caseTargets = async (text: string): Promise<readonly PaletteTarget[]> => {
  const { cases } = await client.read('listSupportCases', { limit: CASES_SEARCHED })
  return cases
    .flatMap(({ ticket, chat }) => {
      const id = ticket?.ticketId ?? chat?.chatId ?? ''
      const subject = (ticket ?? chat)?.subject ?? ''
      if (!has(text, subject) && id !== text) return []
      const kind = ticket === undefined ? t.chat : t.ticket
      return [{ key: id, icon: 'support', text: shownText(subject), kind, href: `/support/${id}` }]
    })
    .slice(0, MOST)
}

const prefixTargets = (text: string): readonly PaletteTarget[] =>
  /^\+\d{1,15}$/.test(text) && may('admin.providers') ? [switchTarget('blockDestination', text, text)] : []

/** An entry for a record with its own page, by its complete identifier. */
const idTargets = (text: string): readonly PaletteTarget[] =>
  /^(tkt|cht)_[0-9a-z]{26}$/.test(text) && may('admin.support')
    ? [{ key: text, icon: 'support', text: shortId(text), kind: t.ticket, href: `/support/${text}` }]
    : []

/** One search per kind of record. A failed search returns nothing and doesn't affect the others. */
const searches = (text: string): readonly Promise<readonly PaletteTarget[]>[] => [
  ...(may('admin.organizations') ? [organizationTargets(text), appTargets(text)] : []),
  ...(may('admin.providers') ? [accountTargets(text)] : []),
  ...(may('admin.users') ? [personTargets(text)] : []),
  ...(may('admin.support') ? [caseTargets(text)] : []),
]

const isAct = ({ icon }: PaletteTarget): boolean => icon === 'stop'

/**
 * The records whose names match a text, and the emergency stops for them. A leading verb puts the stops
 * first.
 */
export const recordTargets = async (typed: string): Promise<readonly PaletteTarget[]> => {
  const text = recordTextIn(typed)
  const known = [...prefixTargets(text), ...idTargets(text)]
  if (text.length < 2) return known
  const found = await Promise.all(searches(text).map((search) => search.catch(() => [])))
  const all = [...known, ...found.flat().filter(({ key }) => !known.some((one) => one.key === key))]
  return text === typed ? all : [...all.filter(isAct), ...all.filter((one) => !isAct(one))]
}
