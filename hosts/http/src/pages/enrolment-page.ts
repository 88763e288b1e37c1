import { DEFAULT_PRODUCT, type Product } from '@postrider/core/kernel/texts/product'
import { markup } from '@postrider/web-server/pages/markup'
import { page } from '@postrider/web-server/pages/page'
import type { PlainPage } from '@postrider/web-server/pages/page-endpoint'

/**
 * Explains how to use an enrollment link. The token comes after the `#` of the address, which browsers don't send, so the
 * page is the same for all links.
 */
const enrolmentPage = ({ name }: Product): string =>
  page({
    title: 'Become a super admin',
    mark: name,
    content: markup`<p>You were invited as a super admin of this ${name} installation. To become one:</p>
<p>1. On a machine of the installation, in the folder where you run its commands, run “npx postrider admin enrol”.</p>
<p>2. When the command asks for the link, paste the whole address of this page.</p>
<p>3. Choose a password, add the secret that you see to an authenticator app, and enter a code from the app.</p>
<p>The link works once, for seven days, and only the newest link works. Don’t share it. If it has expired or is lost,
ask a ${name} super admin for a new one.</p>`,
  })

/**
 * Explains an enrollment link when the console, whose page it needs, isn't available at this address
 * (docs/decisions/0034).
 */
export const visitEnrolment = (product: Product = DEFAULT_PRODUCT): PlainPage => ({
  path: '/enrolment',
  html: enrolmentPage(product),
})
