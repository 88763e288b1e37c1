import { SiteShell } from '../../shell/site-shell.js'
import { WEBSITE_TEXTS as t } from '../language/website-texts.js'
import { screensHere } from '../screens/screens.js'
import { contextError, AccessFollower, askContext, context, shownOrganizationId } from '../state/access.js'
import { FactorNotice } from './factor-notice.js'
import { OrganizationChoice } from './organization-choice.js'

/** The website: navigation, top bar, and the screen whose address it is, of the Organization that is shown. */
export const WebsiteShell = () => (
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
  >
    <AccessFollower />
  </SiteShell>
)
