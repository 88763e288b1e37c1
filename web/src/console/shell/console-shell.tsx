import { useState } from 'preact/hooks'
import { countText } from '../../format/shown-text.js'
import { Icon } from '../../parts/icons.js'
import { SiteShell } from '../../shell/site-shell.js'
import { useKey } from '../../state/use-key.js'
import { waitingWork } from '../health/waiting-work.js'
import { CONSOLE_TEXTS as t } from './console-texts.js'
import { screensAllowed } from '../screens.js'
import { accessError, askAccess, signedIn } from '../state/access.js'
import { overview, OverviewFollower } from '../state/overview.js'
import { SupportFollower, unreadCases } from '../state/support.js'
import { JumpPalette } from './jump-palette.js'

/** The number of open tasks on a screen, if there are any. */
const WaitingCount = ({ path }: { path: string }) => {
  const data = overview.value?.data
  const work = data && waitingWork(data, Date.parse(data.asOf)).get(path)
  const isAlarm = work?.isAlarm ?? false
  const count = (work?.count ?? 0) + (path === '/support' ? unreadCases.value : 0)
  if (count === 0) return null
  return (
    <b class={isAlarm ? 'alarm' : ''}>
      <span class="hidden">{isAlarm ? t.waitsNow : t.waits} </span>
      {countText(count)}
    </b>
  )
}

/** The console: navigation, top bar, and the screen of the current address. */
export const ConsoleShell = () => {
  const [isFinding, setFinding] = useState(false)
  useKey('/', () => setFinding(true))
  useKey('ctrl-k', () => setFinding(true))
  return (
    <SiteShell
      screens={screensAllowed()}
      groups={t.groups}
      person={signedIn.value}
      accessError={accessError.value}
      askAccess={askAccess}
      keyRows={t.keyRows}
      countAt={(path) => <WaitingCount path={path} />}
      find={
        <button type="button" class="find push" aria-label={t.searchFor} onClick={() => setFinding(true)}>
          <Icon name="search" />
          <span>{t.searchFor}</span>
          <kbd>/</kbd>
        </button>
      }
    >
      {isFinding && <JumpPalette onClose={() => setFinding(false)} />}
      <OverviewFollower />
      <SupportFollower />
    </SiteShell>
  )
}
