import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { readPackages } from '../architecture/read-packages.js'
import { repositoryRoot } from '../architecture/source-files.js'

/** What the core's own files call each other, where a test calls them by the package. */
const PACKAGE = /'@postrider\/core\/domain\/([^']+)'/g

/** Links all packages that are installed, and the product's own to their copies. */
const linkPackages = async (place: string): Promise<void> => {
  const installed = join(repositoryRoot, 'node_modules')
  await mkdir(join(place, 'node_modules', '@postrider'), { recursive: true })
  for (const name of await readdir(installed))
    if (name !== '@postrider') await symlink(join(installed, name), join(place, 'node_modules', name))
  for (const { folder, name } of readPackages())
    await symlink(join(place, folder), join(place, 'node_modules', name))
}

/** A copy of the product as it is compiled, and of the core's sources; the core itself is to be compiled there. */
export const copyProduct = async (place: string): Promise<void> => {
  for (const { folder } of readPackages()) {
    if (folder === 'test') continue
    const left = folder === 'core' ? 'dist' : 'src'
    await cp(join(repositoryRoot, folder), join(place, folder), {
      recursive: true,
      filter: (path) => ![left, 'node_modules'].includes(relative(join(repositoryRoot, folder), path)),
    })
  }
  await cp(join(repositoryRoot, 'tsconfig.base.json'), join(place, 'tsconfig.base.json'))
  await linkPackages(place)
}

/** Adds the folder of a channel, and its line in the list of channels. */
export const addChannel = async (place: string, name: string): Promise<void> => {
  const channels = join(place, 'core/src/domain/channels')
  const source = join(repositoryRoot, `test/src/another-channel/${name}/${name}.ts`)
  const written = await readFile(source, 'utf8')
  await mkdir(join(channels, name))
  await writeFile(join(channels, `${name}/${name}.ts`), written.replaceAll(PACKAGE, `'../../$1.js'`))
  const list = join(channels, 'channels.ts')
  const before = await readFile(list, 'utf8')
  const after = before.replace(/(CHANNELS = \{[^}]*) \}/, `$1, ${name} }`)
  await writeFile(list, `import { ${name} } from './${name}/${name}.js'\n${after}`)
}

/** What the compiler says of the copy's core, which it compiles; nothing where all is well. */
export const compileCore = async (place: string): Promise<string> => {
  const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
  const run = spawn(process.execPath, [compiler, '-p', join(place, 'core')])
  const [said] = await Promise.all([text(run.stdout), once(run, 'close')])
  return said
}
