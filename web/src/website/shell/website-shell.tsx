import { SiteShell } from '../../shell/site-shell.js'
import { WEBSITE_TEXTS as t } from '../language/website-texts.js'
import { screensAllowed } from '../screens/screens.js'
import { accessError, AccessFollower, askAccess, context, organizationId } from '../state/access.js'
import { OrganizationChoice } from './organization-choice.js'

/** The website: navigation, top bar, and the screen whose address it is, of the Organization that is shown. */
export const WebsiteShell = () => (
  <SiteShell
    about={organizationId.value}
    screens={screensAllowed()}
    groups={t.groups}
    person={context.value?.user}
    accessError={accessError.value}
    askAccess={askAccess}
    keyRows={t.keyRows}
    above={<OrganizationChoice />}
  >
    <AccessFollower />
  </SiteShell>
)
