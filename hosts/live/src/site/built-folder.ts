import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SiteName } from '@postrider/web-server/sites/site/site-answers'

/** Where the files of a site are, in the package with the pages; undefined where they are not there. */
export const builtFolder = (site: SiteName['word']): string | undefined => {
  try {
    return dirname(fileURLToPath(import.meta.resolve(`@postrider/web/bundles/${site}/manifest.json`)))
  } catch {
    return undefined
  }
}
