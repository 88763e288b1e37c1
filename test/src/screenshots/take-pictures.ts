import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { openBrowser, type RealBrowser } from '../servers/browser.js'
import type { DemoSite } from './demo-sites.js'
import { Photographer, type Picture } from './photographer.js'

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

/** A picture's name: its path, and its filters. */
const nameOf = (path: string, start: string): string => {
  const { pathname, searchParams } = new URL(path, 'http://site')
  const parts = [...pathname.split('/'), ...searchParams.values()].filter((part) => part !== '')
  return parts.length === 0 ? start : parts.join('-')
}

/** Takes a screen, each of its tabs, and the first record of each. */
const takeScreen = async (photographer: Photographer, { start }: DemoSite, path: string): Promise<void> => {
  const name = nameOf(path, start)
  await photographer.goTo(path)
  await photographer.take(name)
  const tabs = await photographer.hrefs('main nav.tabs a')
  if (await photographer.openFirst()) await photographer.take(`${name}-record`)
  for (const tab of tabs) {
    if (tab === path) continue
    await photographer.goTo(tab)
    await photographer.take(nameOf(tab, start))
    if (await photographer.openFirst()) await photographer.take(`${nameOf(tab, start)}-record`)
  }
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
  for (const path of screens) await takeScreen(photographer, site, path)
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
    await entrance.signIn()
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
