// `node scripts/pack-image.mjs FOLDER`, run by the image build: copies the published files (`files` in the
// manifests) of the command and the packages that it needs. The folder structure stays the same, so that
// npm's links work. Sources, declarations and maps aren't copied.
import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Failure, main, root } from './run.mjs'

const COMMAND = '@postrider/cli'

const folderOf = (name) => relative(root, realpathSync(join(root, 'node_modules', name)))

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** The folders of the command and of our packages that it needs. */
const folders = () => {
  const seen = new Set([folderOf(COMMAND)])
  for (const folder of seen)
    for (const name of Object.keys(manifestOf(folder).dependencies ?? {}))
      if (name.startsWith('@postrider/')) seen.add(folderOf(name))
  return [...seen]
}

const runs = (path) => !/\.d\.ts$|\.map$|\.tsbuildinfo$/.test(path)

const copy = (path, target) => {
  if (!existsSync(join(root, path)))
    throw new Failure(`${path} is not there: compile first (npx tsc -b hosts/cli).`)
  cpSync(join(root, path), join(target, path), { recursive: true, filter: runs })
}

const USAGE = `
node scripts/pack-image.mjs FOLDER

Copies what an image needs of the compiled packages into FOLDER.
`

await main(async ([target]) => {
  if (target === undefined) throw new Failure('Say into which folder: node scripts/pack-image.mjs FOLDER')
  for (const folder of folders())
    for (const name of ['package.json', ...manifestOf(folder).files])
      copy(join(folder, name), resolve(target))
  return 0
}, USAGE)
