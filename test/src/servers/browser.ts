import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { binary } from './binaries.js'

/** A page of a real browser. */
export interface BrowserPage {
  readonly page: Page
  /** What the browser complained of: what the page's policy forbids, and errors. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** A real browser, of whose pages each is somebody else's: with cookies and a storage of its own. */
export interface RealBrowser {
  /** Opens a page, by default as wide as a desk's; with `isStrict` every word on its console is a complaint. */
  open(options?: BrowserContextOptions & { readonly isStrict?: boolean }): Promise<BrowserPage>
  close(): Promise<void>
}

// Its own sandbox needs a user that is not root.
const isRoot = process.getuid?.() === 0

const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: binary('chromium'), chromiumSandbox: !isRoot, args: ['--disable-gpu'] })

/** Opens a browser; a machine without one is an error. */
export const openBrowser = async (): Promise<RealBrowser> => {
  const browser = await launch()
  return {
    open: async ({ isStrict = false, ...options } = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (message) => {
        // A page may come with a status that is no 200.
        const isStatus = message.text().startsWith('Failed to load resource')
        if (isStrict || (message.type() === 'error' && !isStatus)) complaints.push(message.text())
      })
      return { page, complaints, close: () => context.close() }
    },
    close: () => browser.close(),
  }
}

/** Opens a page of a browser of its own, so wide in CSS pixels. */
export const openBrowserPage = async (width: number): Promise<BrowserPage> => {
  const browser = await openBrowser()
  const opened = await browser.open({ viewport: { width, height: 800 } })
  return { ...opened, close: browser.close }
}
