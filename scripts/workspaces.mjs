// Derives files from the list of packages: the references of the TypeScript projects, the Dockerfile's copies
// of manifests, and lerna's list. It also derives the dependencies of packages on each other, from their
// imports. `npm run fix` writes them; `node scripts/workspaces.mjs` prints which files are out of date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './run.mjs'

const at = (...path) => join(root, ...path)
const json = (...path) => JSON.parse(readFileSync(at(...path), 'utf8'))

/** The folders of all packages, in the order of the workspaces. */
export const packageFolders = () =>
  json('package.json').workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    return readdirSync(at(parent))
      .filter((name) => existsSync(at(parent, name, 'package.json')))
      .sort(byPath)
      .map((name) => `${parent}/${name}`)
  })

/** TypeScript projects that aren't packages: second builds of a package. */
const SECOND_FORMS = ['clients/client/cjs']

const byPath = (one, other) => (one < other ? -1 : 1)

const referencesTo = (folders) => folders.map((path) => ({ path }))

/** A package in an import or export, at the start of a line: examples in comments don't count. */
const IMPORTED = /^(?:import|export|\}) [^'\n]*'(@postrider\/[\w-]+)/gm

/** The packages that the sources of a package import. */
const importsOf = (folder) => {
  const sources = at(folder, 'src')
  if (!existsSync(sources)) return []
  const files = readdirSync(sources, { recursive: true }).filter((name) => /\.tsx?$/.test(name))
  return files.flatMap((name) =>
    [...readFileSync(join(sources, name), 'utf8').matchAll(IMPORTED)].map(([, imported]) => imported),
  )
}

const declaredIn = ({ dependencies = {}, devDependencies = {}, peerDependencies = {} }) =>
  Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })

/** A package's manifest, with those of our packages that its sources import and it doesn't declare. */
const manifestOf = (folder, folderOf) => {
  const manifest = json(folder, 'package.json')
  const known = new Set([manifest.name, ...declaredIn(manifest)])
  const missing = importsOf(folder).filter((name) => folderOf.has(name) && !known.has(name))
  if (missing.length === 0) return manifest
  const added = missing.map((name) => [name, json(folderOf.get(name), 'package.json').version])
  const all = Object.entries({ ...manifest.dependencies, ...Object.fromEntries(added) })
  return { ...manifest, dependencies: Object.fromEntries(all.sort(([one], [other]) => byPath(one, other))) }
}

/** The folders of our packages that a manifest depends on. */
const dependenciesOf = (manifest, folderOf) =>
  [...new Set(declaredIn(manifest))].flatMap((name) => folderOf.get(name) ?? []).sort(byPath)

const withDependencies = (path, { dependencies }) => {
  const text = readFileSync(at(path), 'utf8')
  const manifest = JSON.parse(text)
  if (JSON.stringify(manifest.dependencies) === JSON.stringify(dependencies)) return text
  return `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`
}

const withReferences = (path, references) => {
  const text = readFileSync(at(path), 'utf8')
  const { references: before } = JSON.parse(text)
  if (JSON.stringify(before) === JSON.stringify(references)) return text
  return `${JSON.stringify({ ...JSON.parse(text), references }, null, 2)}\n`
}

const PACKAGES = /(?<="packages": )\[[^\]]*\]/

const COPIED = /(?<=^COPY package\.json .*\n)(?:COPY \S+\/package\.json \S+\/\n)+/m

/** The expected content of the derived files, by path. */
const workspaceFiles = () => {
  const folders = packageFolders()
  const folderOf = new Map(folders.map((folder) => [json(folder, 'package.json').name, folder]))
  const projects = folders.flatMap((folder) => {
    const manifest = manifestOf(folder, folderOf)
    const references = dependenciesOf(manifest, folderOf).map((to) => relative(at(folder), at(to)))
    const [packageFile, project] = [`${folder}/package.json`, `${folder}/tsconfig.json`]
    return [
      [packageFile, withDependencies(packageFile, manifest)],
      [project, withReferences(project, referencesTo(references))],
    ]
  })
  const list = JSON.stringify(json('package.json').workspaces, null, 2).replaceAll('\n', '\n  ')
  const copies = folders.map((folder) => `COPY ${folder}/package.json ${folder}/\n`).join('')
  return new Map([
    [
      'tsconfig.json',
      withReferences('tsconfig.json', referencesTo([...folders, ...SECOND_FORMS].sort(byPath))),
    ],
    ...projects,
    ['Dockerfile', readFileSync(at('Dockerfile'), 'utf8').replace(COPIED, copies)],
    ['lerna.json', readFileSync(at('lerna.json'), 'utf8').replace(PACKAGES, list)],
  ])
}

const staleFiles = () =>
  [...workspaceFiles()].filter(([path, text]) => readFileSync(at(path), 'utf8') !== text)

/** Writes the files that are out of date. */
export const writeWorkspaces = () => {
  for (const [path, text] of staleFiles()) writeFileSync(at(path), text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const [path] of staleFiles()) console.log(path)
