import { countText } from '../format/shown-text.js'
import { waitingWork } from '../health/waiting-work.js'
import { SHELL_TEXTS as t } from '../language/shell-texts.js'
import { Icon } from '../parts/icons.js'
import { screenAt, screensAllowed } from '../screens/screens.js'
import { address } from '../state/address.js'
import { signedIn } from '../state/connection.js'
import { overview } from '../state/overview.js'

const GROUPS = ['now', 'decide', 'control', 'customers', 'record'] as const

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

const WhoIsIt = () => {
  const who = signedIn.value
  if (who === undefined) return null
  return (
    <a class="who" href="/me" aria-current={address.value.path === '/me' ? 'page' : undefined}>
      <span class="face" aria-hidden="true">
        {initials(who.displayName)}
      </span>
      <span class="cut">
        <b class="strong">{who.displayName}</b>
        <br />
        <span class="small quiet">{who.email}</span>
      </span>
    </a>
  )
}

/** What waits for somebody there, if anything does. */
const WaitingCount = ({ path }: { path: string }) => {
  const data = overview.value?.data
  const work = data && waitingWork(data, Date.parse(data.asOf)).get(path)
  if (work === undefined) return null
  const { count, isAlarm } = work
  return (
    <b class={isAlarm ? 'alarm' : ''}>
      <span class="hidden">{isAlarm ? t.waitsNow : t.waits} </span>
      {countText(count)}
    </b>
  )
}

/** All that the person may see, in five groups. */
export const SideNavigation = ({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) => {
  const current = screenAt(address.value.path)
  const screens = screensAllowed().filter(({ path }) => path !== '/me')
  return (
    <aside class={isOpen ? 'side open' : 'side'} id="side" aria-label={t.navigation}>
      <div class="mark">
        <Icon name="messages" />
        {t.product}
      </div>
      <button type="button" class="button bare close" onClick={onClose}>
        <Icon name="close" />
        <span class="hidden">{t.closeMenu}</span>
      </button>
      <nav aria-label={t.navigation}>
        {GROUPS.map((group) => {
          const shown = screens.filter((screen) => screen.group === group)
          if (shown.length === 0) return null
          return (
            <div key={group}>
              {t.groups[group] !== '' && <h2>{t.groups[group]}</h2>}
              {shown.map(({ path, label, icon }) => (
                <a
                  key={path}
                  href={path}
                  data-anew
                  aria-current={current?.path === path ? 'page' : undefined}
                >
                  <Icon name={icon} />
                  {label}
                  <WaitingCount path={path} />
                </a>
              ))}
            </div>
          )
        })}
      </nav>
      <WhoIsIt />
    </aside>
  )
}
