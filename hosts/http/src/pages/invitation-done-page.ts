import { markup } from '@postrider/server/pages/markup'
import { page } from '@postrider/server/pages/page'

/** Says that the invited one is a member. */
export const invitationDonePage = ({ organizationName }: { readonly organizationName: string }): string =>
  page({
    title: 'You have joined',
    content: markup`<p>You are now a member of “<bdi>${organizationName}</bdi>”. You can close this page and sign in.</p>`,
  })
