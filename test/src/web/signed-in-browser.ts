import { join } from 'node:path'
import type { ConsoleHostNeeds } from '@postrider/console/console-host'
import { repositoryRoot } from '../architecture/source-files.js'
import { type ConsoleFixture, openConsoleFixture } from '../hosts/console/console-fixture.js'
import { type BrowserPage, openBrowserPage } from '../servers/browser.js'
import { DOCS_URL } from './docs-url.js'

/** A console with its built pages, and a browser with a signed-in person. */
export interface SignedInBrowser {
  readonly console: ConsoleFixture
  readonly browser: BrowserPage
  readonly address: string
  /** Opens a path, and waits until the page is live. */
  go(path: string): Promise<void>
  close(): Promise<void>
}

/** Opens both, with an empty page and optional settings of the console's sockets. */
export const openSignedInBrowser = async (
  liveLimits: ConsoleHostNeeds['liveLimits'] = {},
): Promise<SignedInBrowser> => {
  const console = await openConsoleFixture()
  const port = await console.openConsole({
    builtFolder: join(repositoryRoot, 'web/dist/bundles/console'),
    docsUrl: DOCS_URL,
    liveLimits,
  })
  const address = `http://127.0.0.1:${port}`
  const [name = '', value = ''] = (await console.signIn()).cookie.split('=')
  const browser = await openBrowserPage(1280)
  await browser.page.context().addCookies([{ name, value, url: address }])
  return {
    console,
    browser,
    address,
    go: async (path) => {
      await browser.page.goto(address + path)
      await browser.page.locator('.live', { hasText: 'Live' }).waitFor()
    },
    close: async () => {
      await browser.close()
      await console.close()
    },
  }
}
