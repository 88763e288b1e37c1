import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { CONTRACT_PAGE_START } from './contract-page.js'

/** A file that the page under /docs loads. */
export interface PageAsset {
  readonly contentType: string
  readonly read: () => Promise<Buffer>
}

const fromDisk = (name: string, contentType: string): [string, PageAsset] => [
  name,
  { contentType, read: () => readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))) },
]

/**
 * Everything the page loads, by name: the page works without any other host. Read from disk each time, because a
 * page that is seldom opened is not worth two megabytes of memory.
 */
export const PAGE_ASSETS: ReadonlyMap<string, PageAsset> = new Map([
  fromDisk('swagger-ui.css', 'text/css; charset=utf-8'),
  fromDisk('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
  fromDisk('favicon-32x32.png', 'image/png'),
  [
    'start.js',
    { contentType: 'text/javascript; charset=utf-8', read: async () => Buffer.from(CONTRACT_PAGE_START) },
  ],
])
