import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

/** The folder of the built documentation site. */
export const SITE = join(REPOSITORY, 'hosts/http/dist/site')

/** A file of the built site. */
export const siteText = (name: string): string => readFileSync(join(SITE, name), 'utf8')

/** The names of the built pages, without their ending. */
export const pageNames = (): readonly string[] =>
  readdirSync(SITE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.slice(0, -'.html'.length))
