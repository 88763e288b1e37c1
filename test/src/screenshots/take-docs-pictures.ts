import { openBrowser } from '../servers/browser.js'
import type { DemoSite } from './demo-sites.js'
import { DOCS_PICTURES, type DocsPicture } from './docs-pictures.js'
import { Photographer } from './photographer.js'
import type { PictureSet } from './take-pictures.js'

/** Small, so that texts stay readable on a page of the documentation. */
const WINDOW = { width: 1040, height: 640 }

const takeOne = async (photographer: Photographer, picture: DocsPicture): Promise<void> => {
  await photographer.goTo(picture.path)
  if (picture.isRecord === true && !(await photographer.openFirst()))
    throw new Error(`${picture.name}: the demo has no record at ${picture.path}`)
  await photographer.fill(picture.filled ?? {})
  if (picture.pressed !== undefined) await photographer.press(picture.pressed)
  await photographer.take(picture.name, picture.part)
}

/** Takes pictures of the guides at a site of the demo: all of them, or those with these names. */
export const takeDocsPictures = async (
  site: DemoSite,
  folder: string,
  names?: readonly string[],
): Promise<PictureSet> => {
  const wanted = DOCS_PICTURES.filter((one) => one.site === site.word && names?.includes(one.name) !== false)
  if (wanted.length === 0) return { pictures: [], complaints: [] }
  const browser = await openBrowser()
  try {
    const { page, complaints } = await browser.open({
      colorScheme: 'light',
      viewport: WINDOW,
      isStrict: true,
    })
    const photographer = new Photographer(page, site, folder)
    await photographer.signIn()
    for (const picture of wanted) {
      // A dialog of the picture before is closed.
      await photographer.enter()
      await takeOne(photographer, picture)
    }
    return { pictures: photographer.pictures, complaints }
  } finally {
    await browser.close()
  }
}
