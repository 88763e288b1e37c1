/**
 * The modules of the core in their order (ARCHITECTURE.md): a module imports only earlier ones. The runner of
 * operations is in the middle. It uses what modules decide and do, and the operations of each module are
 * above it.
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
  'events',
  'webhooks',
  'platform',
  'runner',
  'bulk',
] as const

/** The imports between operations: those of a module import operations of the earlier modules. */
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
  'webhooks',
  'bulk',
  'support',
  'platform',
] as const

/** The setup of an installation does what operations do, before any user exists. */
const SET_UP = ['setup', 'setup/operations']

/** The code above all modules, which joins them. */
const ASSEMBLY = 'assembly'

/** The lists of all ports and of all operations, which some files below the assembly import (`flowsNameTheirPorts` says which). */
const LISTS = /^assembly\/(ports|storage|unit-of-work|registry)$/

const LAYERS = ['fp', 'domain', 'ports', 'use-cases', 'the entry'] as const

/** A layer of the core. Each imports itself and the earlier ones. */
export type CoreLayer = (typeof LAYERS)[number]

/** The kernel's use cases act. The rest of the kernel is values and decisions. */
const ACTING = new Set(['background', 'batching', 'caching', 'units'])

/**
 * The parts of operations' entries, and the forms of results. The rest of a module's operations implements
 * them.
 */
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

/** The position of a file of the core in the order of modules, or -1 in no known module. */
const positionOf = (file: string): number => {
  const [module = '', part = ''] = bare(file).split('/')
  if (module === 'fp') return 0
  if (part === '') return order.length
  return order.indexOf(part === 'operations' ? `${module}/operations` : module)
}

/** Returns why one file of the core can't import another, or undefined if it can. */
export const againstTheOrder = (from: string, to: string): string | undefined => {
  const [low, high] = [LAYERS.indexOf(layerOf(from)), LAYERS.indexOf(layerOf(to))]
  if (high > low) return `${layerOf(from)} does not import ${layerOf(to)}`
  if (positionOf(from) < 0) return `${from} is in no module of the order`
  if (LISTS.test(bare(to))) return undefined
  return positionOf(to) > positionOf(from)
    ? `${order[positionOf(from)]} does not import ${order[positionOf(to)] ?? 'the entry'}`
    : undefined
}
