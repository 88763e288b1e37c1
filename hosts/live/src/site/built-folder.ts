import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SiteName } from '@postrider/web-server/sites/site/site-answers'

/** The folder with the built files of a site, in `@postrider/web`; undefined if they aren't built. */
export const builtFolder = (site: SiteName['word']): string | undefined => {
  try {
    return dirname(fileURLToPath(import.meta.resolve(`@postrider/web/bundles/${site}/manifest.json`)))
  } catch {
    return undefined
  }
}
