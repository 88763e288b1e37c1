import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { eventually } from '@postrider/conformance/eventually'
import { openBrowser, type RealBrowser } from '../servers/browser.js'
import type { DemoSite } from './demo-sites.js'

/** A picture that was taken. */
export interface Picture {
  readonly file: string
  /** Relative to the folder of its look. */
  readonly name: string
  readonly bytes: number
}

/** Pictures of every screen in every look, and the browser's errors meanwhile. */
export interface PictureSet {
  readonly pictures: readonly Picture[]
  readonly complaints: readonly string[]
}

const SMALL_DESK = { width: 1200, height: 700 }

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: SMALL_DESK },
  dark: { colorScheme: 'dark', viewport: SMALL_DESK },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}

const WITHIN_MS = 30_000

const LOOK_EVERY_MS = 150
const CALM_LOOKS = 4

/** A picture's name: its path, and its filters. */
const nameOf = (path: string, start: string): string => {
  const { pathname, searchParams } = new URL(path, 'http://site')
  const parts = [...pathname.split('/'), ...searchParams.values()].filter((part) => part !== '')
  return parts.length === 0 ? start : parts.join('-')
}

/** Takes pictures of one look. */
class Photographer {
  readonly pictures: Picture[] = []

  constructor(
    private readonly page: Page,
    private readonly site: DemoSite,
    private readonly folder: string,
  ) {
    mkdirSync(folder, { recursive: true })
  }

  /** Loads the site, and waits until it is connected. */
  async enter(): Promise<void> {
    const { page } = this
    await page.goto(this.site.address)
    await page.getByText('Live', { exact: true }).first().waitFor({ state: 'attached', timeout: WITHIN_MS })
    await this.settled()
  }

  /** Goes there like a link of the page, which isn't loaded again, and waits until everything is shown. */
  async goTo(path: string): Promise<void> {
    const link = `Object.assign(document.createElement('a'), { href: ${JSON.stringify(path)} })`
    await this.page.evaluate(
      `(() => { const link = ${link}; document.body.append(link); link.click(); link.remove() })()`,
    )
    await this.settled()
  }

  /** Waits until nothing is loading, and nothing has changed for a moment. */
  private async settled(): Promise<void> {
    const { page } = this
    const bones = page.locator('.bones')
    const parts = page.locator('main *')
    let before = -1
    let calm = 0
    await eventually(
      `all of ${page.url()}`,
      async () => {
        await page.waitForTimeout(LOOK_EVERY_MS)
        const count = await parts.count()
        calm = count === before && (await bones.count()) === 0 ? calm + 1 : 0
        before = count
        return calm >= CALM_LOOKS
      },
      WITHIN_MS,
    )
    await page.evaluate('document.fonts.ready.then(() => undefined)')
  }

  async take(name: string): Promise<void> {
    const file = join(this.folder, `${name}.png`)
    const picture = await this.page.screenshot({ path: file, animations: 'disabled' })
    this.pictures.push({ file, name, bytes: picture.length })
  }

  /** The addresses of links, read at once, because a live list may lose rows between two reads. */
  async hrefs(selector: string): Promise<readonly string[]> {
    const links = `[...document.querySelectorAll(${JSON.stringify(selector)})]`
    return this.page.evaluate<string[]>(`${links}.map((link) => link.getAttribute('href') ?? '')`)
  }

  /** Opens the first record of the list, and returns whether there is one. */
  async openFirst(): Promise<boolean> {
    const [first] = await this.hrefs('a[data-row]')
    if (first === undefined) return false
    await this.goTo(first)
    return true
  }

  /** A screen, each of its tabs, and the first record of each. */
  async takeScreen(path: string): Promise<void> {
    const { start } = this.site
    const name = nameOf(path, start)
    await this.goTo(path)
    await this.take(name)
    const tabs = await this.hrefs('main nav.tabs a')
    if (await this.openFirst()) await this.take(`${name}-record`)
    for (const tab of tabs) {
      if (tab === path) continue
      await this.goTo(tab)
      await this.take(nameOf(tab, start))
      if (await this.openFirst()) await this.take(`${nameOf(tab, start)}-record`)
    }
  }
}

const signIn = async (page: Page, site: DemoSite): Promise<void> => {
  await page.goto(site.address)
  for (const [name, value] of Object.entries(site.credentials()))
    await page.fill(`input[name="${name}"]`, value)
  await page.click('button[type="submit"]')
  await page.locator('#side').waitFor({ state: 'attached', timeout: WITHIN_MS })
}

const takeLook = async (
  browser: RealBrowser,
  site: DemoSite,
  options: BrowserContextOptions,
  folder: string,
): Promise<PictureSet> => {
  const { page, complaints, close } = await browser.open({ ...options, isStrict: true })
  const photographer = new Photographer(page, site, folder)
  await photographer.enter()
  const screens = await photographer.hrefs('#side nav a, #side a.who')
  for (const path of screens) await photographer.takeScreen(path)
  for (const [name, path] of site.withFilters) {
    await photographer.goTo(path)
    if (await photographer.openFirst()) await photographer.take(name)
  }
  await close()
  return { pictures: photographer.pictures, complaints }
}

/**
 * Signs in at a site of the demo with its form, and takes pictures of every page that the person can open.
 */
export const takePictures = async (site: DemoSite, folder: string): Promise<PictureSet> => {
  const browser = await openBrowser()
  try {
    const visitor = await browser.open()
    await visitor.page.goto(site.address)
    const entrance = new Photographer(visitor.page, site, folder)
    await entrance.take('sign-in')
    await signIn(visitor.page, site)
    const storageState = await visitor.page.context().storageState()
    const sets: PictureSet[] = [{ pictures: entrance.pictures, complaints: visitor.complaints }]
    for (const [look, options] of Object.entries(LOOKS))
      sets.push(await takeLook(browser, site, { ...options, storageState }, join(folder, look)))
    return {
      pictures: sets.flatMap(({ pictures }) => pictures),
      complaints: sets.flatMap(({ complaints }) => complaints),
    }
  } finally {
    await browser.close()
  }
}
