import { execFile } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { contextFiles, REPOSITORY } from './build-context.js'
import { readStages, type Stage, type Step } from './image-plan.js'
import { installPackages } from './install-packages.js'
import { plant } from './plant.js'

const exec = promisify(execFile)

type Texts = Readonly<Record<string, string>>

/** The image's configuration for running it. */
export interface ImageConfig {
  readonly workdir: string
  readonly env: Texts
  readonly labels: Texts
  readonly user: string
  readonly volumes: readonly string[]
  readonly ports: readonly string[]
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly health: { readonly words: readonly string[]; readonly flags: Texts }
  readonly stopSignal: string
}

/** The result of the Dockerfile, as far as possible without a daemon. The base image is an empty folder. */
export interface Image {
  /** The folder that stands for the image's root. */
  readonly root: string
  readonly bases: readonly string[]
  readonly config: ImageConfig
}

export interface BuildPlan {
  readonly folder: string
  /** The values of `--build-arg`. */
  readonly args: Texts
}

interface State {
  readonly root: string
  config: ImageConfig
  args: Texts
}

const NOTHING: ImageConfig = {
  workdir: '/',
  env: {},
  labels: {},
  user: 'root',
  volumes: [],
  ports: [],
  entrypoint: [],
  command: [],
  health: { words: [], flags: {} },
  stopSignal: 'SIGTERM',
}

const isRoot = process.getuid?.() === 0

const within = ({ root, config }: State, path: string): string =>
  join(root, posix.resolve(config.workdir, path))

const own = (path: string, owner: string | undefined): void => {
  if (owner === undefined || !isRoot) return
  const [uid, gid] = owner.split(':').map(Number)
  chownSync(path, uid ?? 0, gid ?? 0)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name), owner)
}

const put = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
}

/** Copies a folder's contents, or a file, filtered by .dockerignore. */
const copyFromContext = (source: string, target: string, isFolder: boolean): void => {
  const files = contextFiles()
  const inside = files.filter((file) => file.startsWith(`${source}/`))
  if (inside.length === 0 && !files.includes(source)) throw new Error(`COPY: the builder sees no ${source}`)
  if (inside.length === 0) put(join(REPOSITORY, source), isFolder ? join(target, basename(source)) : target)
  for (const file of inside) put(join(REPOSITORY, file), join(target, file.slice(source.length + 1)))
}

const copyFromStage = (from: string, target: string): void => {
  if (!existsSync(from)) throw new Error(`COPY: there is no ${from}`)
  mkdirSync(dirname(target), { recursive: true })
  plant(from, target)
}

const copy = (state: State, step: Step & { _tag: 'Copy' }, stages: ReadonlyMap<string, State>): void => {
  const target = within(state, step.target)
  const isFolder = step.target.endsWith('/') || step.sources.length > 1
  for (const source of step.sources) {
    const stage = step.from === undefined ? undefined : stages.get(step.from)
    if (step.from !== undefined && stage === undefined)
      throw new Error(`COPY: there is no stage ${step.from}`)
    if (stage === undefined) copyFromContext(source, target, isFolder)
    else copyFromStage(join(stage.root, source), target)
  }
  own(target, step.owner)
}

/** The compiler then finds nothing to do if the copied sources are those that were compiled here. */
const bringCompiled = (folder: string): void => {
  for (const parent of ['', 'adapters', 'hosts'])
    for (const name of readdirSync(join(folder, parent))) {
      const dist = join(parent, name, 'dist')
      if (!['test', 'bench'].includes(name) && existsSync(join(REPOSITORY, dist)))
        put(join(REPOSITORY, dist), join(folder, dist))
    }
}

const run = async (state: State, words: readonly string[]): Promise<void> => {
  const cwd = within(state, '.')
  const [program = '', ...args] = words
  if (program === 'npm' && args[0] === 'ci') return installPackages(cwd, args.slice(1))
  if (words.includes('tsc')) bringCompiled(cwd)
  const path = program === 'node' ? process.execPath : program
  const { PATH = '', HOME = '' } = process.env
  await exec(
    path,
    args.map((word) => (word.startsWith('/') ? within(state, word) : word)),
    { cwd, env: { PATH, HOME } },
  )
}

const fill = (text: string, values: Texts): string =>
  text.replace(/\$\{?(\w+)\}?/g, (_, name: string) => values[name] ?? '')

const filled = (pairs: ReadonlyArray<readonly [string, string]>, values: Texts): Texts =>
  Object.fromEntries(pairs.map(([name, value]) => [name, fill(value, values)]))

/** Applies a step's changes to the image's configuration. */
const configured = ({ config, args }: State, step: Step): Partial<ImageConfig> => {
  const values = { ...args, ...config.env }
  switch (step._tag) {
    case 'Workdir':
      return { workdir: posix.resolve(config.workdir, step.path) }
    case 'Env':
      return { env: { ...config.env, ...filled(step.pairs, values) } }
    case 'Label':
      return { labels: { ...config.labels, ...filled(step.pairs, values) } }
    case 'User':
      return { user: step.value }
    case 'StopSignal':
      return { stopSignal: step.value }
    case 'Volume':
      return { volumes: [...config.volumes, ...step.values] }
    case 'Expose':
      return { ports: [...config.ports, ...step.values] }
    case 'Entrypoint':
      return { entrypoint: step.words, command: [] }
    case 'Cmd':
      return { command: step.words }
    case 'Health':
      return { health: { words: step.words, flags: step.flags } }
    default:
      return {}
  }
}

/** Runs the Dockerfile, except `npm ci`: its result is taken from what is installed here. */
export const buildImage = async ({ folder, args }: BuildPlan): Promise<Image> => {
  // The image's user must be able to read what a daemon unpacks.
  chmodSync(folder, 0o755)
  const stages = new Map<string, State>()
  const plan: readonly Stage[] = readStages()
  let state: State = { root: folder, config: NOTHING, args: {} }
  for (const [index, { base, name, steps }] of plan.entries()) {
    const from = stages.get(base)
    state = { root: join(folder, name ?? String(index)), config: from?.config ?? NOTHING, args: {} }
    mkdirSync(state.root, { recursive: true })
    if (from !== undefined) put(from.root, state.root)
    for (const step of steps) {
      if (step._tag === 'Copy') copy(state, step, stages)
      if (step._tag === 'Run') await run(state, step.words)
      if (step._tag === 'Arg') state.args = { ...state.args, [step.name]: args[step.name] ?? step.value }
      state.config = { ...state.config, ...configured(state, step) }
      mkdirSync(within(state, '.'), { recursive: true })
    }
    if (name !== undefined) stages.set(name, state)
  }
  const bases = plan.map(({ base }) => base).filter((base) => !stages.has(base))
  return { root: state.root, bases, config: state.config }
}
