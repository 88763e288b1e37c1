import type { FunctionComponent } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../../parts/icons.js'
import { SiteShell } from '../../shell/site-shell.js'
import { say } from '../../state/toast.js'
import { useKey } from '../../state/use-key.js'
import { WEBSITE_TEXTS as t } from './website-texts.js'
import { screensHere } from '../screens.js'
import { contextError, AccessFollower, askContext, context, shownOrganizationId } from '../state/access.js'
import { FactorNotice } from './factor-notice.js'
import { OrganizationChoice } from './organization-choice.js'

type Palette = FunctionComponent<{ onClose(): void }>

/** The palette, which is loaded when it is first opened. */
const usePalette = () => {
  const [palette, setPalette] = useState<{ readonly part: Palette }>()
  const open = (): void => {
    import('./find-palette.js').then(
      ({ FindPalette }) => setPalette({ part: FindPalette }),
      () => say(t.searchFailed),
    )
  }
  return { Part: palette?.part, open, close: () => setPalette(undefined) }
}

/** The website: navigation, top bar, and the screen of the current address for the shown organization. */
export const WebsiteShell = () => {
  const { Part, open, close } = usePalette()
  useKey('/', open)
  useKey('ctrl-k', open)
  return (
    <SiteShell
      about={shownOrganizationId.value}
      screens={screensHere()}
      groups={t.groups}
      person={context.value?.user}
      accessError={contextError.value}
      askAccess={askContext}
      keyRows={t.keyRows}
      above={
        <>
          <OrganizationChoice />
          <FactorNotice />
        </>
      }
      find={
        <button type="button" class="find push" aria-label={t.search} onClick={open}>
          <Icon name="search" />
          <span>{t.search}</span>
          <kbd>/</kbd>
        </button>
      }
    >
      {Part !== undefined && <Part onClose={close} />}
      <AccessFollower />
    </SiteShell>
  )
}
