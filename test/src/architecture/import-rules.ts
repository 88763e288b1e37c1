import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { againstTheOrder, layerOf } from './core-order.js'
import { computedSpecifier } from './read-imports.js'

/** A module as the rules see it: its path and the names in its imports. */
export interface Module {
  readonly path: string
  readonly imports: readonly string[]
}

/** A package of the repository: its folder, its name and the npm packages that it declares. */
export interface Package {
  readonly folder: string
  readonly name: string
  readonly dependencies: readonly string[]
}

/** An import that breaks a rule. */
export interface Violation {
  readonly path: string
  readonly specifier: string
  readonly rule: string
}

/** The target of an import: a file of one of our packages, an npm package, or Node. */
type Target =
  | { readonly _tag: 'Ours'; readonly package: Package; readonly file: string }
  | { readonly _tag: 'Npm'; readonly name: string }
  | { readonly _tag: 'Node' }
  | { readonly _tag: 'Nowhere' }

interface Judged {
  readonly module: Module
  readonly home: Package
  readonly specifier: string
  readonly target: Target
  readonly drivers: ReadonlySet<string>
}

type Rule = (judged: Judged) => string | undefined

const ourScope = '@postrider/'
const containers = new Set(['inversify', 'reflect-metadata'])
const codecs = new Set(['io-ts'])

const kindOf = ({ folder }: Package): string => folder.split('/')[0] ?? folder

const packageNameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** The package of a file. */
export const ownerOf = (path: string, packages: readonly Package[]): Package | undefined =>
  packages.find(({ folder }) => path.startsWith(`${folder}/`))

/** The target of a module's import. A file of ours is named below its package, without `src` or `web`. */
export const resolve = (module: Module, specifier: string, packages: readonly Package[]): Target => {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(module.path), specifier)
    const owner = ownerOf(path, packages)
    if (owner === undefined) return { _tag: 'Nowhere' }
    return {
      _tag: 'Ours',
      package: owner,
      file: path.slice(owner.folder.length + 1).replace(/^(src|web)\//, ''),
    }
  }
  if (isBuiltin(specifier)) return { _tag: 'Node' }
  const name = packageNameOf(specifier)
  const ours = packages.find((candidate) => candidate.name === name)
  if (ours !== undefined) return { _tag: 'Ours', package: ours, file: specifier.slice(name.length + 1) }
  return name.startsWith(ourScope) ? { _tag: 'Nowhere' } : { _tag: 'Npm', name }
}

const leadsSomewhere: Rule = ({ specifier, target }) => {
  if (specifier === computedSpecifier) return 'an import whose target is computed cannot be checked'
  if (target._tag === 'Nowhere') return 'leads to no package of this repository'
  return undefined
}

const staysInsideOrNamesThePackage: Rule = ({ home, specifier, target }) => {
  if (target._tag !== 'Ours') return undefined
  const isRelative = specifier.startsWith('.')
  if (isRelative && target.package !== home) return 'another package is imported by its name, not by a path'
  if (!isRelative && target.package === home) return 'a file of the same package is imported by its path'
  if (isRelative && !specifier.endsWith('.js')) return 'a relative import ends with .js'
  if (/(^|\/)(dist|src)\//.test(target.file)) return 'imports name files of a package, not its src or dist'
  return undefined
}

const nodeHasItsPrefix: Rule = ({ specifier, target }) =>
  target._tag === 'Node' && !specifier.startsWith('node:')
    ? 'modules of Node are imported with node:'
    : undefined

const fpTsStaysInOneFile: Rule = ({ module, specifier, target }) => {
  if (target._tag !== 'Npm' || !['fp-ts', 'io-ts'].includes(target.name)) return undefined
  if (specifier.includes('/') && !/^(fp|io)-ts\/lib\/\w+\.js$/.test(specifier))
    return `only ${target.name}/lib/….js exists at run time`
  if (target.name !== 'fp-ts') return undefined
  if (module.path !== 'core/src/fp.ts') return 'only core/src/fp.ts imports fp-ts'
  return specifier === 'fp-ts' ? 'fp-ts is imported from its files (fp-ts/lib/….js)' : undefined
}

const containersStayInHosts: Rule = ({ home, target }) =>
  target._tag === 'Npm' && containers.has(target.name) && !['hosts', 'test', 'bench'].includes(kindOf(home))
    ? `${target.name} is at home in hosts only`
    : undefined

const isDeclared: Rule = ({ home, target }) =>
  target._tag === 'Npm' && !home.dependencies.includes(target.name)
    ? `${target.name} is not declared in ${home.folder}/package.json`
    : undefined

const coreKeepsItsOrder: Rule = ({ module, home, target }) => {
  if (kindOf(home) !== 'core') return undefined
  if (target._tag === 'Node') return 'the core knows nothing of Node'
  if (target._tag === 'Npm')
    return target.name === 'fp-ts' || codecs.has(target.name)
      ? undefined
      : 'the core imports fp-ts and io-ts only'
  if (target._tag !== 'Ours') return undefined
  if (target.package !== home) return 'the core imports no other package'
  return againstTheOrder(module.path.replace('core/src/', ''), target.file)
}

/** The types that list all ports and all of the storage. */
const ALL_PORTS = /^assembly\/(ports|storage)(\.js)?$/

/**
 * Files of the core and of hosts that import these types: the assembly, the entries of the core, and wiring connect all ports. The
 * operations of all modules are called with all ports by the runner's builder, and each takes what it needs.
 */
const IMPORTS_ALL_PORTS =
  /^(core\/src\/(assembly\/|[a-z-]+\.ts$|runner\/use-cases\/implementation\.ts$)|hosts\/wiring\/)/

const flowsNameTheirPorts: Rule = ({ module, home, target }) => {
  if (!['core', 'hosts'].includes(kindOf(home)) || target._tag !== 'Ours') return undefined
  if (kindOf(target.package) !== 'core' || !ALL_PORTS.test(target.file)) return undefined
  return IMPORTS_ALL_PORTS.test(module.path)
    ? undefined
    : 'a flow names the ports that it uses, not Ports or Storage as a whole'
}

/** The entries of all operations. The contracts describe those of the API. */
const REGISTRY = /^assembly\/registry(\.js)?$/

const contractsImportDomainValues: Rule = ({ home, target }) => {
  if (kindOf(home) !== 'contracts') return undefined
  if (target._tag === 'Node') return 'contracts know nothing of Node'
  if (target._tag === 'Npm') return codecs.has(target.name) ? undefined : 'contracts import io-ts only'
  if (target._tag !== 'Ours' || target.package === home) return undefined
  const isCore = kindOf(target.package) === 'core'
  if (isCore && REGISTRY.test(target.file)) return undefined
  return isCore && ['fp', 'domain'].includes(layerOf(target.file))
    ? undefined
    : 'contracts import domain values, core/fp and the registry only'
}

/** The common code of adapters that call providers over HTTP. It implements no port itself. */
const HTTP_CALLS = 'adapters/http-calls'

/**
 * The common code of SQL engines in packages of their own, through the one entry that outside engines have.
 */
const STORAGE = 'adapters/storage-sql'
const SQL_ENGINES: ReadonlySet<string> = new Set(['adapters/storage-postgres'])

const intoStorage = (home: Package, file: string): string | undefined => {
  if (!SQL_ENGINES.has(home.folder)) return 'an adapter never imports another adapter'
  return /^own-engine(\.\w+)?$/.test(file)
    ? undefined
    : 'an engine imports own-engine alone, as an outside one would'
}

const adaptersKnowTheCoreAndOneDriver: Rule = ({ home, target }) => {
  if (kindOf(home) !== 'adapters' || target._tag !== 'Ours' || target.package === home) return undefined
  const kind = kindOf(target.package)
  if (target.package.folder === HTTP_CALLS) return undefined
  if (target.package.folder === STORAGE) return intoStorage(home, target.file)
  if (kind === 'adapters') return 'an adapter never imports another adapter'
  return kind === 'core' || kind === 'contracts' ? undefined : 'an adapter imports core and contracts only'
}

/**
 * The code that composes a process, and the code that runs something over it. All other code gets what it
 * needs.
 */
const WIRING = 'hosts/wiring'
const PROCESS = 'hosts/process'
const COMMANDS: ReadonlySet<string> = new Set(['hosts/cli', 'hosts/command', 'hosts/demo'])
const RUN_IN_PROCESS: ReadonlySet<string> = new Set([WIRING, 'hosts/http', 'hosts/dispatcher'])

/** The common code of all hosts: for all of them, for those that listen, and for sites with a sign-in. */
const WEB_SERVER = 'hosts/web-server'
const FOR_ALL = /^hosting\//
const FOR_SITES = /^sites\//

/** The hosts that listen to browsers and to customers' servers, and the sockets of the former. */
const LISTENERS: ReadonlySet<string> = new Set([
  'hosts/http',
  'hosts/console',
  'hosts/website',
  'hosts/live',
  'hosts/mcp',
  PROCESS,
])

/** The code that opens sites with their sockets, and the sites. */
const SOCKETS = 'hosts/live'
const SITES: ReadonlySet<string> = new Set(['hosts/console', 'hosts/website'])

const mayStandOn = (home: Package, file: string): boolean => {
  if (FOR_ALL.test(file)) return true
  if (FOR_SITES.test(file)) return home.folder === SOCKETS || SITES.has(home.folder)
  return LISTENERS.has(home.folder)
}

const hostsKnowNoDriver: Rule = ({ home, target, drivers }) => {
  if (kindOf(home) !== 'hosts') return undefined
  if (target._tag === 'Npm') return drivers.has(target.name) ? 'a driver belongs to its adapter' : undefined
  if (target._tag !== 'Ours' || target.package === home) return undefined
  const kind = kindOf(target.package)
  if (kind === 'core' || kind === 'contracts') return undefined
  if (kind === 'adapters') return home.folder === WIRING ? undefined : 'only hosts/wiring imports adapters'
  if (kind !== 'hosts') return `a host does not import ${kind}`
  if (COMMANDS.has(home.folder)) return undefined
  if (target.package.folder === WEB_SERVER && mayStandOn(home, target.file)) return undefined
  if (home.folder === WIRING) return 'wiring imports no host'
  if (home.folder === PROCESS && RUN_IN_PROCESS.has(target.package.folder)) return undefined
  if (target.package.folder === WIRING) return 'a host is given what wiring makes'
  if (target.package.folder === SOCKETS && SITES.has(home.folder)) return undefined
  return 'a host imports no other host'
}

const webServerKeepsItsOrder: Rule = ({ home, module, target }) => {
  if (home.folder !== WEB_SERVER || target._tag !== 'Ours' || target.package !== home) return undefined
  const file = module.path.slice(`${WEB_SERVER}/src/`.length)
  if (FOR_ALL.test(file) && !FOR_ALL.test(target.file)) return 'what all hosts stand on imports no listener'
  return FOR_SITES.test(target.file) && !FOR_SITES.test(file)
    ? 'what listeners stand on imports no site'
    : undefined
}

/**
 * The core code that the tools of Agents use. None of it accepts, sends or dispatches a message
 * (docs/decisions/0068).
 */
const KNOWN_TO_TOOLS = new RegExp(
  `^(${[
    'fp',
    'postrider',
    'assembly/registry',
    'audit/domain/.+',
    'kernel/present',
    'kernel/(codecs|digests|refusals|time)/.+',
    'runner/domain/.+',
    '[a-z]+/operations/.*(shapes|views?)',
    'identity/domain/access/operation',
    'identity/use-cases/callers/caller',
  ].join('|')})(\\.js)?$`,
)

/** From the common code of hosts they use the log and the metrics. */
const HOSTING_OF_TOOLS = /^(?!hosting\/)|^hosting\/(host-log|request-metrics|amount-text)(\.js)?$/

const toolsNeverSend: Rule = ({ home, target }) => {
  if (home.folder !== 'hosts/mcp' || target._tag !== 'Ours') return undefined
  const known: Readonly<Record<string, RegExp>> = { core: KNOWN_TO_TOOLS, [WEB_SERVER]: HOSTING_OF_TOOLS }
  const isKnown = known[target.package.folder]?.test(target.file) ?? true
  return isKnown ? undefined : 'the tools of Agents know nothing that sends'
}

/**
 * The packages that a folder's packages may import in addition to their own. The older folders have rules of
 * their own above.
 */
const REACH: Readonly<Record<string, readonly string[]>> = {
  clients: ['clients'],
  web: ['core', 'contracts', 'clients'],
  embedding: ['core', 'contracts', 'adapters', 'hosts', 'embedding', 'clients'],
  examples: ['core', 'contracts', 'adapters', 'hosts', 'embedding', 'clients'],
  deploy: [],
}

const older = new Set(['core', 'contracts', 'adapters', 'hosts', 'test', 'bench'])

const foldersKeepTheirReach: Rule = ({ home, target }) => {
  if (target._tag !== 'Ours' || target.package === home) return undefined
  const [from, to] = [kindOf(home), kindOf(target.package)]
  const reach = REACH[from]
  if (reach === undefined) return older.has(from) ? undefined : `nothing says what ${from} may import`
  return reach.includes(to) ? undefined : `${from} does not import ${to}`
}

/** The kit of SQL engines uses the language that they are written in. */
const kitsKnowNoAdapter: Rule = ({ home, target }) => {
  if (home.folder !== 'embedding/conformance' || target._tag !== 'Ours' || target.package === home)
    return undefined
  if (target.package.folder === STORAGE && target.file === 'own-engine') return undefined
  return ['core', 'contracts'].includes(kindOf(target.package))
    ? undefined
    : 'a kit knows the core and contracts, and nothing that it proves'
}

const rules: readonly Rule[] = [
  leadsSomewhere,
  staysInsideOrNamesThePackage,
  nodeHasItsPrefix,
  fpTsStaysInOneFile,
  containersStayInHosts,
  coreKeepsItsOrder,
  flowsNameTheirPorts,
  contractsImportDomainValues,
  adaptersKnowTheCoreAndOneDriver,
  hostsKnowNoDriver,
  webServerKeepsItsOrder,
  kitsKnowNoAdapter,
  toolsNeverSend,
  foldersKeepTheirReach,
  isDeclared,
]

/** Codecs and containers aren't drivers, even if an adapter declares them. */
const driversOf = (packages: readonly Package[]): Set<string> =>
  new Set(
    packages
      .filter((candidate) => kindOf(candidate) === 'adapters')
      .flatMap(({ dependencies }) => dependencies)
      .filter((name) => !name.startsWith(ourScope) && !codecs.has(name)),
  )

/**
 * Finds the imports that break the rules of ARCHITECTURE.md: for each import the first rule that it breaks. A
 * pure function of modules and packages, so that planted violations can show that it fails.
 */
export const importViolations = (modules: readonly Module[], packages: readonly Package[]): Violation[] => {
  const drivers = driversOf(packages)
  return modules.flatMap((module) => {
    const home = ownerOf(module.path, packages)
    if (home === undefined) return [{ path: module.path, specifier: '', rule: 'stands in no package' }]
    return module.imports.flatMap((specifier) => {
      const judged: Judged = {
        module,
        home,
        specifier,
        target: resolve(module, specifier, packages),
        drivers,
      }
      const broken = rules.map((rule) => rule(judged)).find((rule) => rule !== undefined)
      return broken === undefined ? [] : [{ path: module.path, specifier, rule: broken }]
    })
  })
}
