import { deadLinkPage } from '@postrider/server/pages/dead-link-page'
import { enrolmentPage } from '@postrider/http/pages/enrolment-page'
import { invitationDonePage } from '@postrider/http/pages/invitation-done-page'
import { invitationPage } from '@postrider/http/pages/invitation-page'
import { recoveryDonePage } from '@postrider/http/pages/recovery-done-page'
import { recoveryPage } from '@postrider/http/pages/recovery-page'

/** Every page, with this text in the place of each of its values. */
export const pagesWith = (value: string): Readonly<Record<string, string>> => {
  const invitation = { token: value, email: value, organizationName: value, role: value }
  return {
    recovery: recoveryPage({ token: value }),
    'recovery with a problem': recoveryPage({
      token: value,
      problem: { sentence: value, field: 'passwordAgain' },
    }),
    'recovery with a problem of no field': recoveryPage({ token: value, problem: { sentence: value } }),
    'recovery done': recoveryDonePage(),
    invitation: invitationPage({ ...invitation, hasAccount: true }),
    'invitation of a newcomer': invitationPage({ ...invitation, hasAccount: false, displayName: value }),
    'invitation with a problem': invitationPage({
      ...invitation,
      hasAccount: false,
      problem: { sentence: value, field: 'displayName' },
    }),
    'invitation done': invitationDonePage({ organizationName: value }),
    enrolment: enrolmentPage(),
    'dead link': deadLinkPage(),
  }
}
