import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
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

/** How long a browser that nobody uses waits for the next test file of this process: starting one costs seconds. */
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

/** Opens the browser that this process shares; a machine without one is an error. */
export const openBrowser = async (): Promise<RealBrowser> => {
  users += 1
  const browser = await runningBrowser()
  const contexts = new Set<BrowserContext>()
  return {
    open: async ({ isStrict = false, ...options } = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      contexts.add(context)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (message) => {
        // A page may come with a status that is no 200.
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

/** Opens a page, so wide in CSS pixels. */
export const openBrowserPage = async (width: number): Promise<BrowserPage> => {
  const browser = await openBrowser()
  const opened = await browser.open({ viewport: { width, height: 800 } })
  return { ...opened, close: browser.close }
}
