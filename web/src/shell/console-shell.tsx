import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { SHELL_TEXTS as t } from '../language/shell-texts.js'
import { Icon } from '../parts/icons.js'
import { EmptyNote, FailedNote, LoadingBones } from '../parts/screen-states.js'
import { screenAt, type ScreenEntry } from '../screens/screens.js'
import { address, visit } from '../state/address.js'
import { accessError, askAccess, connection, noteVisit, signedIn } from '../state/connection.js'
import { OverviewFollower } from '../state/overview.js'
import { screenTitle } from '../state/title.js'
import { useKey } from '../state/use-key.js'
import { JumpPalette } from './jump-palette.js'
import { KeyList } from './key-list.js'
import { LiveBadge } from './live-badge.js'
import { SideNavigation } from './side-navigation.js'
import { ToastBar } from './toast-bar.js'

const loaded = new Map<string, ComponentType>()

/** The code of a screen, once it is here; false where it could not be loaded. */
const useScreen = (entry: ScreenEntry | undefined): ComponentType | false | undefined => {
  const [failed, setFailed] = useState<string>()
  const [, setCount] = useState(0)
  useEffect(() => {
    if (entry === undefined || loaded.has(entry.path)) return
    entry.load().then(
      (screen) => {
        loaded.set(entry.path, screen)
        setCount((count) => count + 1)
      },
      () => setFailed(entry.path),
    )
  }, [entry?.path])
  if (entry === undefined) return undefined
  return failed === entry.path ? false : loaded.get(entry.path)
}

const ScreenPlace = () => {
  const { path } = address.value
  const entry = screenAt(path)
  const Screen = useScreen(entry)
  if (entry === undefined) return <EmptyNote title={t.notFoundTitle}>{t.notFoundText}</EmptyNote>
  if (Screen === false)
    return (
      <EmptyNote title={t.screenFailed}>
        <button type="button" class="button" onClick={() => location.reload()}>
          {t.reload}
        </button>
      </EmptyNote>
    )
  return Screen === undefined ? <LoadingBones /> : <Screen />
}

const TopBar = ({ onMenu, onSearch }: { onMenu(): void; onSearch(): void }) => {
  const { title, parent } = screenTitle.value
  return (
    <header class="top">
      <button type="button" class="button menu" onClick={onMenu} aria-controls="side">
        <Icon name="menu" />
        <span class="hidden">{t.menu}</span>
      </button>
      <h1>
        {parent !== undefined && (
          <>
            <a href={parent.href}>{parent.title}</a> <span class="quiet slash">/ </span>
          </>
        )}
        {title || screenAt(address.value.path)?.label}
      </h1>
      <button type="button" class="find push" aria-label={t.searchFor} onClick={onSearch}>
        <Icon name="search" />
        <span>{t.searchFor}</span>
        <kbd>/</kbd>
      </button>
      <LiveBadge />
    </header>
  )
}

/** What stands where the session is over: the last data stays behind it. */
const SignedOutBar = () => {
  const status = connection.value
  if (status._tag !== 'SignedOut' && status._tag !== 'Stopped') return null
  const isOut = status._tag === 'SignedOut'
  const next = encodeURIComponent(address.value.path + location.search)
  return (
    <div class="late-bar" role="alert">
      <Icon name={isOut ? 'lock' : 'triangle'} />
      <span>{isOut ? t.signedOutText : t.stopped}</span>
      <a class="button push" href={isOut ? `/sign-in?to=${next}` : location.href} data-leave>
        {isOut ? t.signIn : t.reload}
      </a>
    </div>
  )
}

const PATIENCE_MS = 8_000

/** What stands where it is not known yet who is signed in: bones, then why it takes so long or failed. */
const AccessPlace = () => {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  const error = accessError.value
  if (error !== undefined) return <FailedNote error={error} retry={askAccess} />
  return isLong ? <EmptyNote title={t.noAnswerTitle}>{t.noAnswer}</EmptyNote> : <LoadingBones />
}

type Overlay = 'palette' | 'keys' | undefined

/** The console: navigation, top bar, and the screen whose address it is. */
export const ConsoleShell = () => {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [overlay, setOverlay] = useState<Overlay>()
  const { path } = address.value
  useEffect(() => setMenuOpen(false), [path])
  useEffect(noteVisit, [address.value])
  useKey('/', () => setOverlay('palette'))
  useKey('ctrl-k', () => setOverlay('palette'))
  useKey('?', () => setOverlay('keys'))
  useKey('Escape', () => {
    const { parent } = screenTitle.value
    if (parent !== undefined) visit(parent.href)
  })
  return (
    <div class="shell">
      <a class="skip" href="#content" data-leave>
        {t.skip}
      </a>
      <SideNavigation isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <div class="body">
        <TopBar onMenu={() => setMenuOpen(true)} onSearch={() => setOverlay('palette')} />
        <SignedOutBar />
        <main id="content" tabIndex={-1}>
          {signedIn.value === undefined ? <AccessPlace /> : <ScreenPlace />}
        </main>
      </div>
      {overlay === 'palette' && <JumpPalette onClose={() => setOverlay(undefined)} />}
      {overlay === 'keys' && <KeyList onClose={() => setOverlay(undefined)} />}
      <OverviewFollower />
      <ToastBar />
    </div>
  )
}
