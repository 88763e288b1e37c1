import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import type { BrowserPage, RealBrowser } from '../servers/browser.js'

/** The color scheme and width of a page. */
export interface ShownIn {
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** A site with a signed-in person. */
export interface SitePage extends BrowserPage {
  /** The number of mouse clicks since the page was loaded, or since this was last reset. */
  presses(): Promise<number>
  resetPresses(): Promise<void>
  /** Opens an address directly, like an external link. Resolves when the screen has its data. */
  visit(path: string): Promise<void>
  /** Resolves when the screen is live and has no pending readings. */
  settled(): Promise<void>
  button(name: string | RegExp): Locator
  /** Shows the page in a scheme and width. Without them, the initial ones are restored. */
  showIn(shown?: ShownIn): Promise<void>
  /** Fails if the browser console has any message except that of a lost connection. */
  expectQuiet(): void
  /** The open dialog. */
  readonly dialog: Locator
  /** The open form, in a dialog or next to a list. */
  readonly form: Locator
  /** A link of the navigation. */
  screen(name: string): Locator
}

/** The browser's message about a lost connection. */
const LOST = /net::ERR_|WebSocket connection/

const COUNT_PRESSES = `
  globalThis.pressCount = 0
  addEventListener('mousedown', ({ isTrusted }) => { if (isTrusted) globalThis.pressCount += 1 }, true)
`

/** The content of a screen after its data was read. */
const SHOWN = '#content :is([data-row], .tile, tbody td, .facts, .rows li, .about)'

const HEIGHT = 800

/** The values of a sign-in form, by field. */
type Credentials = Readonly<Record<string, string>>

/** Signs a person in with the form at that address. */
const signIn = async (page: Page, address: string, path: string, by: Credentials): Promise<void> => {
  await page.goto(address + path)
  const isOneStep = (await page.locator('#code').count()) > 0
  const { code, ...first } = by
  for (const [field, value] of Object.entries(isOneStep ? by : first)) await page.fill(`#${field}`, value)
  await page.keyboard.press('Enter')
  if (code !== undefined && !isOneStep) {
    await page.fill('#code', code)
    await page.keyboard.press('Enter')
  }
  await page.locator('#content').waitFor()
}

/**
 * Opens a site for a person, who signs in with the form and gets to the requested page. Messages on the
 * browser console fail the test.
 */
export const openSitePage = async (
  browser: RealBrowser,
  { address }: { readonly address: string },
  by: Credentials,
  path = '/',
  { width = 1280, colorScheme = 'light' }: ShownIn = {},
): Promise<SitePage> => {
  const opened = await browser.open({ viewport: { width, height: HEIGHT }, colorScheme, isStrict: true })
  const { page } = opened
  await page.addInitScript({ content: COUNT_PRESSES })
  await signIn(page, address, path, by)
  const settled = async (): Promise<void> => {
    await page.locator('.live', { hasText: 'Live' }).waitFor()
    await page.locator(SHOWN).first().waitFor({ state: 'attached' })
    await page.locator('.bones, [data-loading]').first().waitFor({ state: 'detached' })
  }
  await settled()
  return {
    ...opened,
    presses: () => page.evaluate('globalThis.pressCount'),
    resetPresses: () => page.evaluate('globalThis.pressCount = 0'),
    visit: async (to) => {
      await page.goto(address + to)
      await settled()
    },
    settled,
    showIn: async ({ width: wide = 1280, colorScheme: scheme = 'light' } = {}) => {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width: wide, height: HEIGHT })
    },
    expectQuiet: () =>
      void expect(opened.complaints.filter((complaint) => !LOST.test(complaint))).to.deep.equal([]),
    button: (name) => page.getByRole('button', { name }),
    dialog: page.locator('dialog[open]'),
    form: page.locator('dialog[open] form, .sheet form'),
    // A count may follow the name.
    screen: (name) => page.locator('#side').getByRole('link', { name: new RegExp(`^${name}\\b`) }),
  }
}
