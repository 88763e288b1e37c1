import { copyFileSync, mkdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '../architecture/source-files.js'
import { endCommands } from '../hosts/cli/run-postrider.js'
import { startDemoSites } from './demo-sites.js'
import { MOST_DOCS_BYTES, README_PICTURES } from './docs-pictures.js'
import { outdatedPictures } from './outline.js'
import { storedOutlines, storeOutlines } from './outline-file.js'
import { takeDocsPictures } from './take-docs-pictures.js'
import { type PictureSet, takePictures } from './take-pictures.js'

/** The maximum size of a picture, so that its page loads quickly. */
const MOST_BYTES = 200_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    after: { type: 'string', default: '150' },
    check: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    only: { type: 'string' },
    readme: { type: 'boolean', default: false },
  },
})

const PICTURES = join(repositoryRoot, 'docs/pictures')

/** The pictures of guides stay as they are if they are only checked. */
const isOfGuides = values.docs || values.check
const folder = values.docs ? PICTURES : resolve(positionals[0] ?? 'screenshots')
const names = values.only?.split(',')

const say = (line: string): void => void process.stdout.write(`${line}\n`)

// Interrupting this program ends its demo too.
process.once('exit', endCommands)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

const demo = await startDemoSites()
try {
  const addresses = demo.sites.map(({ address }) => address).join(' and ')
  if (isOfGuides) await demo.fill()
  say(`The demo serves at ${addresses}; its charts have something to show in ${values.after} s.`)
  await pause(Number(values.after) * 1000)
  const sets: PictureSet[] = []
  for (const site of demo.sites)
    sets.push(
      await (isOfGuides
        ? takeDocsPictures(site, folder, names)
        : takePictures(site, join(folder, site.word))),
    )
  const pictures = sets.flatMap((set) => set.pictures)
  const complaints = sets.flatMap((set) => set.complaints)
  for (const { file, bytes } of pictures) say(`${String(bytes).padStart(8)}  ${relative(folder, file)}`)
  const most = isOfGuides ? MOST_DOCS_BYTES : MOST_BYTES
  const large = pictures.filter(({ bytes }) => bytes > most)
  for (const { file } of large) say(`${file} is larger than ${most} bytes`)
  for (const complaint of complaints) say(`The browser complained: ${complaint}`)
  if (values.readme) {
    mkdirSync(PICTURES, { recursive: true })
    for (const [name, source] of Object.entries(README_PICTURES))
      copyFileSync(join(folder, source), join(PICTURES, name))
  }
  const outlines = Object.fromEntries(pictures.map(({ name, outline }) => [name, outline]))
  if (values.docs) storeOutlines(outlines)
  const outdated = values.check ? outdatedPictures(storedOutlines(), outlines) : []
  for (const change of outdated) say(`The picture is older than its screen: ${change}`)
  if (outdated.length > 0)
    say('Renew the pictures with node scripts/screenshots.mjs --docs, then check and commit them.')
  process.exitCode = large.length + complaints.length + outdated.length === 0 ? 0 : 1
} finally {
  await demo.stop()
}
