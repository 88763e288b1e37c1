import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../architecture/source-files.js'
import { DOCS_PICTURES } from './docs-pictures.js'
import type { Outlines } from './outline.js'

/** The file with the outlines, next to the pictures. */
const FILE = join(repositoryRoot, 'docs/pictures/outlines.json')

/** The outline of each picture at the time when it was taken. */
export const storedOutlines = (): Outlines =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Outlines) : {}

/** Stores the outlines of new pictures. Those of other pictures stay; those of removed ones are removed. */
export const storeOutlines = (taken: Outlines): void => {
  const all: Outlines = { ...storedOutlines(), ...taken }
  const entries = DOCS_PICTURES.flatMap(({ name }) => {
    const outline = all[name]
    return outline === undefined ? [] : [[name, outline] as const]
  })
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`)
}
