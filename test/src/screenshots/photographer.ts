import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { eventually } from '@postrider/conformance/eventually'
import type { DemoSite } from './demo-sites.js'
import { type Outline, readOutline } from './outline.js'
import { smallPng } from './small-png.js'

/** A picture that was taken. */
export interface Picture {
  readonly file: string
  /** Relative to the folder of its look. */
  readonly name: string
  readonly bytes: number
  readonly outline: Outline
}

const WITHIN_MS = 120_000

const LOOK_EVERY_MS = 150
const CALM_LOOKS = 4

/** Takes pictures of a site in one look. */
export class Photographer {
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
  async settled(): Promise<void> {
    const { page } = this
    const bones = page.locator('.bones')
    const parts = page.locator('main *')
    let before = -1
    let calm = 0
    await eventually(`all of ${page.url()}`, async () => {
      await page.waitForTimeout(LOOK_EVERY_MS)
      const count = await parts.count()
      calm = count === before && (await bones.count()) === 0 ? calm + 1 : 0
      before = count
      return calm >= CALM_LOOKS
    })
    await page.evaluate('document.fonts.ready.then(() => undefined)')
  }

  /** Fills in the fields with these labels, and waits for what follows, for example a preview. */
  async fill(texts: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(texts))
      await this.page.getByRole('textbox', { name: label, exact: true }).first().fill(text)
    await this.settled()
  }

  /** Presses the button or the link with this name. */
  async press(name: string): Promise<void> {
    const { page } = this
    const button = page.getByRole('button', { name, exact: true })
    await button
      .or(page.getByRole('link', { name, exact: true }))
      .first()
      .click()
    await this.settled()
  }

  /** Takes the whole window, or one part of it. */
  async take(name: string, part?: string): Promise<void> {
    const file = join(this.folder, `${name}.png`)
    const shown = part === undefined ? this.page : this.page.locator(part).first()
    const picture = smallPng(await shown.screenshot({ animations: 'disabled' }))
    writeFileSync(file, picture)
    const outline = await readOutline(this.page, part)
    this.pictures.push({ file, name, bytes: picture.length, outline })
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

  /** Signs in with the form of the site. */
  async signIn(): Promise<void> {
    const { page, site } = this
    await page.goto(site.address)
    for (const [name, value] of Object.entries(site.credentials()))
      await page.fill(`input[name="${name}"]`, value)
    await page.click('button[type="submit"]')
    await page.locator('#side').waitFor({ state: 'attached', timeout: WITHIN_MS })
  }
}
