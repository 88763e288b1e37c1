import type { RealBrowser } from '../../servers/browser.js'
import { openSitePage, type ShownIn, type SitePage } from '../site-page.js'
import type { KnownAdmin } from './callers.js'
import type { ConsoleScene } from './console-scene.js'

/** The console of a signed-in super admin. */
export type OperatorPage = SitePage

/** Opens the console for a super admin, who signs in with the form and gets to the requested page. */
export const openOperatorPage = (
  browser: RealBrowser,
  scene: Pick<ConsoleScene, 'address'>,
  { email, password, nextCode }: KnownAdmin,
  path = '/',
  shown: ShownIn = {},
): Promise<OperatorPage> => openSitePage(browser, scene, { email, password, code: nextCode() }, path, shown)
