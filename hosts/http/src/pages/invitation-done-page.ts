import { markup } from './markup.js'
import { page } from './page.js'

/** Says that the invited one is a member. */
export const invitationDonePage = ({ organizationName }: { readonly organizationName: string }): string =>
  page({
    title: 'You have joined',
    content: markup`<p>You are now a member of “<bdi>${organizationName}</bdi>”. You can close this page and sign in.</p>`,
  })
