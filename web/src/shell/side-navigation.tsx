import type { ComponentChildren } from 'preact'
import { DOCS_LINK, SUPPORT_LINK } from '../language/product.js'
import { SHELL_TEXTS as t } from '../language/shell-texts.js'
import { Icon } from '../parts/icons.js'
import { address } from '../state/address.js'
import { type ScreenEntry, screenOf } from './screen-entry.js'

/** The signed-in person, shown at the foot of the navigation. */
export interface ShownPerson {
  readonly displayName: string
  readonly email: string
}

export interface SiteContents {
  /** The screens that the person may see, in order. */
  readonly screens: readonly ScreenEntry[]
  /** The headings of the groups, in order. Empty groups aren't shown. */
  readonly groups: Readonly<Record<string, string>>
  readonly person: ShownPerson | undefined
  /** Content above the screens. */
  readonly above?: ComponentChildren
  /** Content after the name of a screen. */
  readonly countAt?: ((path: string) => ComponentChildren) | undefined
}

/** The path of the person's own account. */
const SELF = '/me'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word].slice(0, 1).join('').toUpperCase())
    .join('')

const WhoIsIt = ({ displayName, email }: ShownPerson) => (
  <a class="who" href={SELF} aria-current={address.value.path === SELF ? 'page' : undefined}>
    <span class="face" aria-hidden="true">
      {initials(displayName)}
    </span>
    <span class="cut">
      <b class="strong">{displayName}</b>
      <br />
      <span class="small quiet">{email}</span>
    </span>
  </a>
)

const GroupLinks = ({ screens, countAt }: Pick<SiteContents, 'screens' | 'countAt'>) => {
  const current = screenOf(screens, address.value.path)
  return screens.map(({ path, label, icon }) => (
    <a key={path} href={path} data-anew aria-current={current?.path === path ? 'page' : undefined}>
      <Icon name={icon} />
      {label}
      {countAt?.(path)}
    </a>
  ))
}

/** The screens that the person may see, in groups. */
export const SideNavigation = ({
  screens,
  groups,
  person,
  above,
  countAt,
  isOpen,
  onClose,
}: SiteContents & { isOpen: boolean; onClose(): void }) => (
  <aside class={isOpen ? 'side open' : 'side'} id="side" aria-label={t.navigation}>
    <div class="mark">
      <Icon name="messages" />
      <span>{t.product}</span>
    </div>
    <button type="button" class="button bare close" onClick={onClose}>
      <Icon name="close" />
      <span class="hidden">{t.closeMenu}</span>
    </button>
    {above}
    <nav aria-label={t.navigation}>
      {Object.entries(groups).map(([group, heading]) => {
        const shown = screens.filter((screen) => screen.group === group && screen.path !== SELF)
        if (shown.length === 0) return null
        return (
          <div key={group}>
            {heading !== '' && <h2>{heading}</h2>}
            <GroupLinks screens={shown} countAt={countAt} />
          </div>
        )
      })}
    </nav>
    {DOCS_LINK !== undefined && (
      <a class="contact small" href={DOCS_LINK} target="_blank" rel="noopener" data-leave>
        {t.documentation}
      </a>
    )}
    {SUPPORT_LINK !== undefined && (
      <a class="contact small" href={SUPPORT_LINK} data-leave>
        {t.support}
      </a>
    )}
    {person !== undefined && <WhoIsIt {...person} />}
  </aside>
)
