import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { zoneText } from '../format/times.js'
import { SHELL_TEXTS as t } from '../language/shell-texts.js'
import { Icon } from '../parts/icons.js'
import { address, visit } from '../state/address.js'
import { screenTitle } from '../state/title.js'
import { useKey } from '../state/use-key.js'
import { noteVisit } from '../state/visits.js'
import { AccessPlace } from './access-place.js'
import { KeyList } from './key-list.js'
import { LiveBadge } from './live-badge.js'
import { screenOf } from './screen-entry.js'
import { ScreenPlace } from './screen-place.js'
import { type SiteContents, SideNavigation } from './side-navigation.js'
import { SignedOutBar } from './signed-out-bar.js'
import { ToastBar } from './toast-bar.js'

interface SiteShellProps extends SiteContents {
  /** The reason that the signed-in person isn't known, if there is one. */
  readonly accessError: ErrorBody | undefined
  askAccess(): void
  /** The keys with their effects. */
  readonly keyRows: readonly (readonly [key: string, text: string])[]
  /** Content of the top bar before the badge. */
  readonly find?: ComponentChildren
  /** The owner of the shown records. Screens start from scratch when it changes. */
  readonly about?: string | undefined
  /** Overlays, and components that follow readings without showing anything. */
  readonly children?: ComponentChildren
}

const TopBar = ({
  label,
  find,
  onMenu,
  onHelp,
}: {
  label: string | undefined
  find: ComponentChildren
  onMenu(): void
  onHelp(): void
}) => {
  const { title, parent } = screenTitle.value
  return (
    <header class="top">
      <button type="button" class="button menu" onClick={onMenu} aria-controls="side">
        <Icon name="menu" />
        <span class="hidden">{t.menu}</span>
      </button>
      {parent !== undefined && (
        <a class="back" href={parent.href}>
          <Icon name="back" />
          <span class="hidden">{t.backTo(parent.title)}</span>
        </a>
      )}
      <h1 tabIndex={-1}>
        {parent !== undefined && (
          <>
            <a href={parent.href}>{parent.title}</a> <span class="quiet slash">/ </span>
          </>
        )}
        {title || label || t.product}
      </h1>
      {find}
      <button type="button" class="button bare help" aria-label={t.help} onClick={onHelp}>
        ?
      </button>
      <span class="zone small quiet nowrap">
        <span class="hidden">{t.zone} </span>
        {zoneText(Date.now())}
      </span>
      <LiveBadge />
    </header>
  )
}

/** The frame of a site: navigation, top bar, and the screen of the current address. */
export const SiteShell = (props: SiteShellProps) => {
  const { accessError, askAccess, keyRows, find, about, children, ...navigation } = props
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [areKeysOpen, setKeysOpen] = useState(false)
  const { path } = address.value
  const entry = screenOf(navigation.screens, path)
  useEffect(() => setMenuOpen(false), [path])
  useEffect(() => noteVisit(askAccess), [address.value])
  useKey('?', () => setKeysOpen(true))
  useKey('Escape', () => {
    const { parent } = screenTitle.value
    if (parent !== undefined) visit(parent.href)
  })
  return (
    <div class="shell">
      <a class="skip" href="#content" data-leave>
        {t.skip}
      </a>
      <SideNavigation {...navigation} isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <div class="body">
        <TopBar
          label={entry?.label}
          find={find}
          onMenu={() => setMenuOpen(true)}
          onHelp={() => setKeysOpen(true)}
        />
        <SignedOutBar />
        <main id="content" tabIndex={-1}>
          {navigation.person === undefined ? (
            <AccessPlace error={accessError} retry={askAccess} />
          ) : (
            <ScreenPlace key={about} entry={entry} />
          )}
        </main>
      </div>
      {areKeysOpen && <KeyList rows={keyRows} onClose={() => setKeysOpen(false)} />}
      {children}
      <ToastBar />
    </div>
  )
}
