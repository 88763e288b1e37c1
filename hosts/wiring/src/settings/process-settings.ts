import { E } from '@postrider/core/fp'
import { optionalSetting, type SettingGroup, settingWithDefault } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'
import { number } from '../setting-values.js'
import { workerCount } from '../worker-count.js'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** The features, the log and the shutdown of a process. */
export interface ProcessSettings {
  /** Whether the API has the page under /docs. */
  readonly docs: boolean
  /** Whether Agents may call operations as tools at `/mcp` (docs/mcp). */
  readonly mcp: boolean
  readonly logLevel: LogLevel
  /** The share of messages whose two lines are at `info`, 0 to 1; the others' are at `debug`. */
  readonly logMessages: number
  /** Time between the 503 of readiness and the end of accepting, for load balancers to notice. */
  readonly drainPauseMs: number
  /** How many processes share the ports of `http`, `dispatcher` and `start`. */
  readonly workers: number
}

const LONGEST_DRAIN_PAUSE_MS = 8000

const onOff = (text: string): E.Either<string, boolean> =>
  text === 'on' || text === 'off' ? E.right(text === 'on') : E.left(`must be on or off, not "${text}"`)

const logLevel = (text: string): E.Either<string, LogLevel> => {
  const level = LOG_LEVELS.find((one) => one === text)
  return level === undefined
    ? E.left(`must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`)
    : E.right(level)
}

const share = (text: string): E.Either<string, number> => {
  const value = /^[01](\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  return value <= 1 ? E.right(value) : E.left(`must be a share from 0 to 1, such as 0.1, not "${text}"`)
}

const DOCS = settingWithDefault({
  name: 'POSTRIDER_DOCS',
  parse: onOff,
  defaultText: 'on',
  about:
    'on or off: whether the API serves the documentation under /docs, and the sites link to it. /openapi.json is always served.',
  row: { meaning: '`off` leaves out the documentation under `/docs`' },
})

const MCP = settingWithDefault({
  name: 'POSTRIDER_MCP',
  parse: onOff,
  defaultText: 'off',
  summary: '`on` offers the operations of Agent keys as tools at `/mcp` (docs/mcp.md)',
})

const LOG_LEVEL = settingWithDefault({
  name: 'POSTRIDER_LOG_LEVEL',
  parse: logLevel,
  defaultText: 'info',
  about: 'debug, info, warn, error or silent. JSON lines on standard output.',
  row: { meaning: 'JSON lines on standard output' },
})

const LOG_MESSAGES = settingWithDefault({
  name: 'POSTRIDER_LOG_MESSAGES',
  parse: share,
  defaultText: '1',
  about:
    'The share of messages that are logged at level info, when they are accepted and when they are finished. 0: none, 1: all.',
  row: { meaning: 'the share of messages that are logged, when accepted and when finished' },
})

/** The default is longer than most load balancers' time between two probes. */
const DRAIN_PAUSE_MS = settingWithDefault({
  name: 'POSTRIDER_DRAIN_PAUSE_MS',
  parse: number(0, LONGEST_DRAIN_PAUSE_MS, `milliseconds from 0 to ${LONGEST_DRAIN_PAUSE_MS}`),
  defaultText: '2000',
  about:
    'After SIGTERM, how long the process accepts requests while readiness returns 503, so that a load balancer notices.',
  row: { meaning: 'after SIGTERM, how long requests are accepted while readiness is 503' },
})

/** With an embedded database, only 1. */
export const WORKERS = settingWithDefault({
  name: 'POSTRIDER_WORKERS',
  parse: workerCount,
  defaultText: '1',
  about: `
    The number of processes in which http, dispatcher and start run, on the same ports and under one parent: a number, or auto
    for one per CPU (docs/deploying.md, Workers). With SQLite it has to be 1. The console is always one process.`,
  row: { meaning: 'processes of `http`, `dispatcher`, `start`; `auto`: one per CPU' },
})

const anyText = (name: string) => optionalSetting<string>({ name, parse: E.right, compose: false })

/** Set by the image, and read by `readRelease`. */
const OF_A_BUILD = [anyText('POSTRIDER_COMMIT'), anyText('POSTRIDER_BUILT_AT')]

/** The declarations, in the order of the documents. */
export const PROCESS_SETTINGS: readonly SettingGroup[] = [
  [DOCS],
  [MCP],
  [LOG_LEVEL],
  [LOG_MESSAGES],
  [DRAIN_PAUSE_MS],
  [WORKERS],
  OF_A_BUILD,
]

/** Reads the features, the log and the shutdown of a process. */
export const readProcessSettings = ({ read }: SettingReader): ProcessSettings => {
  for (const setting of OF_A_BUILD) read(setting)
  return {
    docs: read(DOCS),
    mcp: read(MCP),
    logLevel: read(LOG_LEVEL),
    logMessages: read(LOG_MESSAGES),
    drainPauseMs: read(DRAIN_PAUSE_MS),
    workers: read(WORKERS),
  }
}
