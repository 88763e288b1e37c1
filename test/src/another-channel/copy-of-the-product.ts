import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readPackages } from '../architecture/read-packages.js'
import { repositoryRoot } from '../architecture/source-files.js'
import { transpileIn } from './transpile.js'

/** The import names of the core's own files, which tests import by the package. */
const PACKAGE = /'@postrider\/core\/([^']+)'/g

/** Links all installed packages, and the repository's own packages to their copies. */
const linkPackages = async (place: string): Promise<void> => {
  const installed = join(repositoryRoot, 'node_modules')
  await mkdir(join(place, 'node_modules', '@postrider'), { recursive: true })
  for (const name of await readdir(installed))
    if (name !== '@postrider') await symlink(join(installed, name), join(place, 'node_modules', name))
  for (const { folder, name } of readPackages())
    await symlink(join(place, folder), join(place, 'node_modules', name))
}

/** A copy of the compiled product, and of the core's sources. */
export const copyProduct = async (place: string): Promise<void> => {
  for (const { folder } of readPackages()) {
    if (folder === 'test') continue
    const left = folder === 'core' ? ['node_modules'] : ['src', 'node_modules']
    await cp(join(repositoryRoot, folder), join(place, folder), {
      recursive: true,
      filter: (path) => !left.includes(relative(join(repositoryRoot, folder), path)),
    })
  }
  await linkPackages(place)
}

/**
 * Adds the folder of a channel, and its line in the list of channels. The channel's own file is compiled with
 * the tests.
 */
export const addChannel = async (place: string, name: string): Promise<void> => {
  const channels = join(place, 'core/src/channels')
  const source = join(repositoryRoot, `test/src/another-channel/${name}/${name}.ts`)
  const written = await readFile(source, 'utf8')
  await mkdir(join(channels, name))
  await writeFile(join(channels, `${name}/${name}.ts`), written.replaceAll(PACKAGE, `'../../$1.js'`))
  const list = join(channels, 'channels.ts')
  const before = await readFile(list, 'utf8')
  const after = before.replace(/(CHANNELS = \{[^}]*) \}/, `$1, ${name} }`)
  await writeFile(list, `import { ${name} } from './${name}/${name}.js'\n${after}`)
  const added = ['channels.ts', `${name}/${name}.ts`].map((file) => `core/src/channels/${file}`)
  transpileIn(place, added)
}
