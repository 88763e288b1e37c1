import { RATE_POLICIES } from '@postrider/core/limits/domain/rate-policy'

type Fields = Readonly<Record<string, unknown>>

/** The problem with a value, to follow the name of its option; undefined: it is valid. */
type Check = (value: unknown) => string | undefined

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText: Check = (value) => (typeof value === 'string' ? undefined : 'must be a text')
const isNumber: Check = (value) => (typeof value === 'number' ? undefined : 'must be a number')
const isFlag: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false')
const isTexts: Check = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? undefined
    : 'must be a list of texts'

const lacking = (port: Fields, methods: readonly string[]): readonly string[] =>
  methods.filter((name) => typeof port[name] !== 'function')

const without = (what: string, names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : `isn’t ${what}: it has no ${names.join(', ')}`

/** An address, or an object with at least these methods. */
const isPort =
  (what: string, ...methods: readonly string[]): Check =>
  (value) => {
    if (typeof value === 'string') return undefined
    return isFields(value) ? without(what, lacking(value, methods)) : `must be an address or ${what}`
  }

/** Its parts have methods of their own, and all are required. */
const isStorage: Check = (value) => {
  if (typeof value === 'string') return undefined
  if (!isFields(value)) return 'must be an address or a storage'
  const parts = ['catalog', 'dispatch', 'outbox', 'health']
  return without(
    'a storage',
    parts.filter((name) => !isFields(value[name])),
  )
}

const isAdapters: Check = (value) => {
  if (!Array.isArray(value)) return 'must be a list of adapters'
  const at = value.findIndex(
    (one) => !isFields(one) || typeof one['kind'] !== 'string' || lacking(one, ['opener']).length > 0,
  )
  return at < 0 ? undefined : `has no adapter with kind and opener at place ${at}`
}

const isLog: Check = (value) => {
  if (!isFields(value)) return 'must be { fd }, { file } or { write }'
  const { fd, file, write } = value
  const isOne = Number.isInteger(fd) || typeof file === 'string' || typeof write === 'function'
  return isOne ? undefined : 'must be { fd }, { file } or { write }'
}

const isMore = (value: unknown): boolean => typeof value === 'number' && value > 0 && Number.isFinite(value)

/** A complaint about a group of numbers, all of them above zero. */
const numbersIn = (path: string, group: unknown): string | undefined => {
  if (!isFields(group)) return `need an object at ${path}`
  const wrong = Object.keys(group).find((name) => !isMore(group[name]))
  return wrong === undefined ? undefined : `need a number above 0 at ${path}.${wrong}`
}

const ratesIn = (rates: unknown): string | undefined => {
  if (!isFields(rates)) return 'need an object at rates'
  const unknown = Object.keys(rates).find((name) => !(RATE_POLICIES as readonly string[]).includes(name))
  if (unknown !== undefined) return `have no policy ${unknown}; there are ${RATE_POLICIES.join(', ')}`
  for (const [name, rate] of Object.entries(rates)) {
    const wrong = numbersIn(`rates.${name}`, rate)
    if (wrong !== undefined) return wrong
    if (!isMore((rate as Fields)['perSecond'])) return `need a number above 0 at rates.${name}.perSecond`
  }
  return undefined
}

const isLimits: Check = (value) => {
  if (!isFields(value)) return 'must be an object'
  const { acceptance, relay, rates, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return `have no ${unknown}; there are acceptance, relay and rates`
  return (
    (acceptance === undefined ? undefined : numbersIn('acceptance', acceptance)) ??
    (relay === undefined ? undefined : numbersIn('relay', relay)) ??
    (rates === undefined ? undefined : ratesIn(rates))
  )
}

const isPorts: Check = (value) => (isFields(value) ? undefined : 'must be an object of ports')

/** The check of each option. An option without a check doesn't exist. */
export const OPTION_CHECKS = {
  dataDir: isText,
  storage: isStorage,
  allowUnsafeStorage: isFlag,
  queue: isPort('a queue', 'publish', 'consume', 'depth'),
  providers: isAdapters,
  masterKey: isText,
  mailer: isPort('a mailer', 'send'),
  mailFrom: isText,
  attachments: isPort('attachments', 'uploadTo', 'inspect', 'downloadFrom'),
  providerNetworks: isTexts,
  webhookNetworks: isTexts,
  publicUrl: isText,
  currencies: isTexts,
  previousMasterKeys: isTexts,
  testCreditMinor: isNumber,
  signUp: isText,
  consoleUrl: isText,
  websiteUrl: isText,
  trustedProxies: isTexts,
  idempotencyDays: isNumber,
  queuePrefix: isText,
  log: isLog,
  limits: isLimits,
  ports: isPorts,
} as const satisfies Readonly<Record<string, Check>>

/** A complaint for each option with an invalid value, before anything is opened. */
export const wrongKinds = (options: Fields): readonly string[] =>
  Object.entries(OPTION_CHECKS).flatMap(([name, check]) => {
    const value = options[name]
    const problem = value === undefined ? undefined : check(value)
    return problem === undefined ? [] : [`${name} ${problem}`]
  })
