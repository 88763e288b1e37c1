import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Cookie,
  type Page,
} from 'playwright-core'
import { binary } from './binaries.js'

/** A page of a real browser. */
export interface BrowserPage {
  readonly page: Page
  /** The browser's complaints: violations of the page's policy, and errors. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** A real browser. Each page has its own cookies and storage, like another person's. */
export interface RealBrowser {
  /** Opens a page, by default in desktop width. With `isStrict`, every console message is a complaint. */
  open(options?: BrowserContextOptions & { readonly isStrict?: boolean }): Promise<BrowserPage>
  close(): Promise<void>
}

// The browser's sandbox doesn't work as root.
const isRoot = process.getuid?.() === 0

const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: binary('chromium'), chromiumSandbox: !isRoot, args: ['--disable-gpu'] })

/** A busy machine needs a while. Content that hasn't appeared by then never will. */
const PATIENCE_MS = 60_000

/** How long an unused browser waits for the next test file of this process, because a start takes seconds. */
const KEPT_MS = 3_000

let running: Promise<Browser> | undefined
let users = 0
let ending: NodeJS.Timeout | undefined

const runningBrowser = async (): Promise<Browser> => {
  clearTimeout(ending)
  const browser = await (running ??= launch())
  if (browser.isConnected()) return browser
  running = launch()
  return running
}

const leaveBrowser = (): void => {
  users -= 1
  if (users > 0) return
  ending = setTimeout(() => {
    const left = running
    running = undefined
    void left?.then((browser) => browser.close())
  }, KEPT_MS)
}

/** Opens the browser shared by this process; throws on a machine without one. */
export const openBrowser = async (): Promise<RealBrowser> => {
  users += 1
  const browser = await runningBrowser()
  const contexts = new Set<BrowserContext>()
  return {
    open: async ({ isStrict = false, ...options } = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      contexts.add(context)
      context.setDefaultTimeout(PATIENCE_MS)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (message) => {
        // A page may have a status other than 200.
        const isStatus = message.text().startsWith('Failed to load resource')
        if (isStrict || (message.type() === 'error' && !isStatus)) complaints.push(message.text())
      })
      const close = async (): Promise<void> => {
        contexts.delete(context)
        await context.close()
      }
      return { page, complaints, close }
    },
    close: async () => {
      await Promise.all([...contexts].map((context) => context.close()))
      leaveBrowser()
    },
  }
}

/** Opens a page with this width in CSS pixels. */
export const openBrowserPage = async (width: number): Promise<BrowserPage> => {
  const browser = await openBrowser()
  const opened = await browser.open({ viewport: { width, height: 800 } })
  return { ...opened, close: browser.close }
}

/** The cookie of this name, if the page's browser has it. A page may have several, in any order. */
export const cookieOf = async (page: Page, name: string): Promise<Cookie | undefined> =>
  (await page.context().cookies()).find((cookie) => cookie.name === name)
