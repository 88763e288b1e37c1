import { type Browser, chromium, type Page } from 'playwright-core'
import { binary } from './binaries.js'

/** A page of a real browser. */
export interface BrowserPage {
  readonly page: Page
  /** What the browser complained of: what the page's policy forbids, and errors. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

// Its own sandbox needs a user that is not root.
const isRoot = process.getuid?.() === 0

const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: binary('chromium'), chromiumSandbox: !isRoot, args: ['--disable-gpu'] })

/** Opens a page of a browser of its own, so wide in CSS pixels; a machine without one is an error. */
export const openBrowserPage = async (width: number): Promise<BrowserPage> => {
  const browser = await launch()
  const page = await browser.newPage({ viewport: { width, height: 800 } })
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    // A page may come with a status that is no 200.
    const isStatus = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isStatus) complaints.push(message.text())
  })
  return { page, complaints, close: () => browser.close() }
}
