/**
 * The modules of the core in their order (ARCHITECTURE.md): a module imports those before it, and never those after it. What runs
 * operations stands between: it knows what modules decide and do, and the operations of each module stand above it.
 */
export const MODULES = [
  'kernel',
  'limits',
  'channels',
  'tenancy',
  'audit',
  'feed',
  'otp',
  'templates',
  'identity',
  'consent',
  'support',
  'providers',
  'ledger',
  'approvals',
  'catalog',
  'messaging',
  'platform',
  'runner',
  'bulk',
] as const

/** Whose operations import whose: those of a module import operations of the modules before it. */
export const OPERATIONS_OF = [
  'templates',
  'approvals',
  'identity',
  'audit',
  'consent',
  'tenancy',
  'providers',
  'ledger',
  'messaging',
  'bulk',
  'support',
  'platform',
] as const

/** What sets an installation up does what operations do, before there is anybody who could. */
const SET_UP = ['setup', 'setup/operations']

/** What stands above all modules, and joins them. */
const ASSEMBLY = 'assembly'

/** The lists of all ports and of all operations, which flows still take their parts from. */
const LISTS = /^assembly\/(ports|storage|unit-of-work|registry)$/

/** Imports against the order that are left; each is to go. */
const LEFT: ReadonlySet<string> = new Set([
  'tenancy/operations/apps/preview-app-disabling > providers/operations/look-at-records',
  'tenancy/operations/apps/preview-app-disabling > providers/operations/stop-app',
  'tenancy/operations/organizations/get-organization > providers/operations/shapes',
  'tenancy/operations/organizations/get-organization > providers/operations/views',
])

const LAYERS = ['fp', 'domain', 'ports', 'use-cases', 'the entry'] as const

/** A layer of the core: each imports itself and those before it. */
export type CoreLayer = (typeof LAYERS)[number]

/** What acts is of the kernel's use cases; the rest of it are values and decisions. */
const ACTING = new Set(['background', 'batching', 'caching', 'units'])

/** What entries of operations consist of, and how results are shown: the rest of a module's operations carries them out. */
const PARTS = /(^|\/)(entry-parts|([a-z-]+-)?shapes|([a-z-]+-)?view|([a-z-]+-)?views)$/

const bare = (file: string): string => file.replace(/\.[jt]s$/, '')

const layerOfAssembly = (name: string): CoreLayer => {
  if (['ports', 'storage', 'unit-of-work'].includes(name)) return 'ports'
  return 'use-cases'
}

/** The layer of a file of the core, named below its `src`. */
export const layerOf = (file: string): CoreLayer => {
  const [module = '', part = '', ...rest] = bare(file).split('/')
  if (module === 'fp') return 'fp'
  if (part === '') return 'the entry'
  if (module === ASSEMBLY) return layerOfAssembly(part)
  if (part === 'ports') return 'ports'
  if (part === 'operations') return PARTS.test(rest.join('/')) ? 'domain' : 'use-cases'
  if (module === 'kernel') return ACTING.has(part) ? 'use-cases' : 'domain'
  return part === 'use-cases' ? 'use-cases' : 'domain'
}

const order: readonly string[] = [
  ...MODULES,
  ...OPERATIONS_OF.map((module) => `${module}/operations`),
  ...SET_UP,
  ASSEMBLY,
]

/** Where a file of the core stands in the order of modules; -1: in no module that is known. */
const positionOf = (file: string): number => {
  const [module = '', part = ''] = bare(file).split('/')
  if (module === 'fp') return 0
  if (part === '') return order.length
  return order.indexOf(part === 'operations' ? `${module}/operations` : module)
}

/** Why one file of the core may not import another; undefined if it may. */
export const againstTheOrder = (from: string, to: string): string | undefined => {
  const [low, high] = [LAYERS.indexOf(layerOf(from)), LAYERS.indexOf(layerOf(to))]
  if (high > low) return `${layerOf(from)} does not import ${layerOf(to)}`
  if (positionOf(from) < 0) return `${from} is in no module of the order`
  if (LISTS.test(bare(to)) || LEFT.has(`${bare(from)} > ${bare(to)}`)) return undefined
  return positionOf(to) > positionOf(from)
    ? `${order[positionOf(from)]} does not import ${order[positionOf(to)] ?? 'the entry'}`
    : undefined
}
