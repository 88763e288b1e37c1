import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import type { BrowserPage, RealBrowser } from '../servers/browser.js'

/** What a page is shown in. */
export interface ShownIn {
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** A site in front of somebody. */
export interface SitePage extends BrowserPage {
  /** How often a button of the mouse was pressed since the page was loaded, or since this was last reset. */
  presses(): Promise<number>
  resetPresses(): Promise<void>
  /** Goes to an address by itself, as a link from elsewhere does; resolves when the screen has its data. */
  visit(path: string): Promise<void>
  /** Resolves when the screen is live and nothing on it is still being read. */
  settled(): Promise<void>
  button(name: string | RegExp): Locator
  /** Shows the page in a scheme, so wide; without both as it was at first. */
  showIn(shown?: ShownIn): Promise<void>
  /** Holds against the page whatever its browser said on its console, but that a connection was lost. */
  expectQuiet(): void
  /** The dialog that is open. */
  readonly dialog: Locator
  /** The form that is open, in a dialog or beside a list. */
  readonly form: Locator
  /** A link of the navigation. */
  screen(name: string): Locator
}

/** What a browser says of a connection that is not there. */
const LOST = /net::ERR_|WebSocket connection/

const COUNT_PRESSES = `
  globalThis.pressCount = 0
  addEventListener('mousedown', ({ isTrusted }) => { if (isTrusted) globalThis.pressCount += 1 }, true)
`

/** What a screen shows once it has read what it shows. */
const SHOWN = '#content :is([data-row], .tile, tbody td, .facts, .rows li, .about)'

const HEIGHT = 800
/** A machine that is busy needs a while; what has not come by then does not come. */
const PATIENCE_MS = 15_000

/** What the form of a sign-in is filled with, by its fields. */
type Credentials = Readonly<Record<string, string>>

/** Signs somebody in by the form, at that address. */
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
 * Opens a site for somebody, who signs in by the form and is where they wanted to go; what a browser says on its console is held
 * against the page.
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
  page.setDefaultTimeout(PATIENCE_MS)
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
    // A count may stand behind the name.
    screen: (name) => page.locator('#side').getByRole('link', { name: new RegExp(`^${name}\\b`) }),
  }
}
