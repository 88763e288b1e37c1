import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createPublicFile, type PublicFile } from '@postrider/web-server/public-files/public-file'
import { CONTRACT_PAGE_START } from './contract-page.js'

const CACHE_CONTROL = 'max-age=3600'

/** The folder to which `npm run` copies the files of Swagger UI (scripts/copy-swagger-ui.mjs). */
const SWAGGER_UI = new URL('../swagger-ui/', import.meta.url)

const fromDisk = (name: string, contentType: string): [string, PublicFile] => [
  name,
  createPublicFile(contentType, CACHE_CONTROL, () => readFileSync(fileURLToPath(new URL(name, SWAGGER_UI)))),
]

/** All files that the page under /docs loads, by name: the page works without any other host. */
export const createPageAssets = (): ReadonlyMap<string, PublicFile> =>
  new Map([
    fromDisk('swagger-ui.css', 'text/css; charset=utf-8'),
    fromDisk('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
    fromDisk('favicon-32x32.png', 'image/png'),
    [
      'start.js',
      createPublicFile('text/javascript; charset=utf-8', CACHE_CONTROL, () =>
        Buffer.from(CONTRACT_PAGE_START),
      ),
    ],
  ])
