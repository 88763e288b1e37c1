import { type Module, ownerOf, type Package, resolve } from './import-rules.js'

/** The edges of a graph, by node. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Finds the cycles of a graph, each as its path. A node in several cycles is reported in one of them. After
 * that one is broken, the next is found.
 */
export const circlesOf = (graph: Graph): readonly (readonly string[])[] => {
  const left = new Set(graph.keys())
  const next = (node: string): string | undefined => [...(graph.get(node) ?? [])].find((to) => left.has(to))
  const dropEnds = (): void => {
    const ends = [...left].filter((node) => next(node) === undefined)
    for (const node of ends) left.delete(node)
    if (ends.length > 0) dropEnds()
  }
  const circles: (readonly string[])[] = []
  for (dropEnds(); left.size > 0; dropEnds()) {
    const way: string[] = []
    let node = [...left][0]
    while (node !== undefined && !way.includes(node)) {
      way.push(node)
      node = next(node)
    }
    const circle = way.slice(way.indexOf(node ?? ''))
    circles.push(circle)
    for (const one of circle) left.delete(one)
  }
  return circles
}

/** The path of a file below its package, without `src` or `web` and without its extension. */
const nameOf = (folder: string, file: string): string =>
  `${folder}/${file.replace(/^(src|web)\//, '').replace(/\.[jt]sx?$/, '')}`

/**
 * The imports between files, types included: a reader has to know both files, whatever the compiler keeps of
 * it.
 */
export const graphOfFiles = (modules: readonly Module[], packages: readonly Package[]): Graph =>
  new Map(
    modules.map((module) => {
      const home = ownerOf(module.path, packages)?.folder ?? ''
      const targets = module.imports.flatMap((specifier) => {
        const target = resolve(module, specifier, packages)
        return target._tag === 'Ours' ? [nameOf(target.package.folder, target.file)] : []
      })
      return [nameOf(home, module.path.slice(home.length + 1)), new Set(targets)]
    }),
  )

/** The graph right below a folder, in which each subfolder is one node, and so is each file. */
export const graphBelow = (folder: string, files: Graph): Graph => {
  const nodeOf = (file: string): string | undefined =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of files) {
    const from = nodeOf(file)
    if (from === undefined) continue
    const leads = graph.get(from) ?? new Set()
    for (const to of [...targets].map(nodeOf)) if (to !== undefined && to !== from) leads.add(to)
    graph.set(from, leads)
  }
  return graph
}

/**
 * The folders whose parts can't depend on each other in cycles: the layers of the core's modules, and
 * packages.
 */
export const foldersApart = (packages: readonly Package[], files: Graph): readonly string[] => [
  ...layersOfModules(files),
  ...packages.map(({ folder }) => folder).filter((folder) => !['core', 'test', 'bench'].includes(folder)),
]

/** The layers of the core's modules that have folders of their own. */
const layersOfModules = (files: Graph): readonly string[] => {
  const folders = [...files.keys()].flatMap((file) => {
    const [home, module, layer, inside] = file.split('/')
    return home === 'core' && module !== 'kernel' && inside !== undefined ? [`core/${module}/${layer}`] : []
  })
  return [...new Set(['core/kernel', ...folders])]
}
