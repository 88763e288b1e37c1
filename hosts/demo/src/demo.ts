import { join } from 'node:path'
import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import { isEmbedded, type Settings } from '@postrider/wiring/settings'
import { consoleUrlOf, websiteUrlOf } from '@postrider/wiring/settings/site-settings'
import { EXIT, type CommandFailure, failure } from '@postrider/command/exit-code'
import { choosePort } from '@postrider/command/hosts/choose-port'
import { claimKeyOrFail } from '@postrider/command/hosts/claim-key-or-fail'
import { migrateEmbedded } from '@postrider/command/hosts/migrate-embedded'
import { readEnvironment } from '@postrider/command/hosts/host-settings'
import { openComposition } from '@postrider/command/hosts/open-composition'
import { type RunningHosts, startHosts } from '@postrider/command/hosts/running-hosts'
import { listenForSignals, type Signals } from '@postrider/command/hosts/signals'
import type { Terminal } from '@postrider/command/terminal/terminal'
import { lockDemoFolder } from './lock-demo-folder.js'
import { demoApi } from './demo-api.js'
import { playBatch } from './demo-batch.js'
import { inboxFile, removeDemoFile, writeDemoFile } from './demo-file.js'
import { playOtp } from './demo-otp.js'
import { closePeers, type DemoPeers, openPeers, OWN_SENDER } from './demo-peers.js'
import { demoSends } from './demo-sends.js'
import { writeDemoShell } from './demo-shell.js'
import type { DemoTenants } from './demo-tenant.js'
import { chooseRecipients } from './demo-recipients.js'
import { followMessage } from './follow-message.js'
import { keepBusy } from './keep-busy.js'
import { mailHintOf } from './mail-hint.js'
import { showIsolation } from './show-isolation.js'
import { proveBooks } from './prove-books.js'
import { rememberedTenants } from './remembered-tenants.js'
import { DemoError } from './demo-callers.js'
import { printDataFolder, printAddresses } from './print-addresses.js'

export interface DemoOptions {
  /** Whether it ends with the last message. */
  readonly once: boolean
  /** Whether it creates no traffic and no work in the console. */
  readonly quiet: boolean
}

interface Stage {
  readonly terminal: Terminal
  readonly composition: Composition
  readonly peers: DemoPeers
  readonly signals: Signals
  readonly logFile: string
  /** The requested ports; if they are taken, others are used. */
  readonly wanted: Pick<Settings, 'httpPort' | 'consolePort' | 'websitePort' | 'mail'>
  readonly options: DemoOptions
}

/** The addresses of the demo's mail server and SMSC. */
const LOOPBACK = ['127.0.0.0/8', '::1/128']

const urlOf = (host: string, port: number | undefined): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port ?? 0}`

const onEmbeddedEngines = (settings: Settings): E.Either<CommandFailure, Settings> => {
  const names = [
    ...(isEmbedded(settings) ? [] : ['POSTRIDER_STORAGE_URL']),
    ...(settings.queueUrl === 'embedded:' ? [] : ['POSTRIDER_QUEUE_URL']),
  ]
  if (names.length === 0) return E.right(settings)
  const lines = names.map((name) => `${name}: the demo runs on the embedded engines only: unset it`)
  return E.left({ exitCode: EXIT.configuration, lines })
}

/**
 * The demo's settings. The service's own emails go to the throwaway server, unless another is set, and
 * everyone may sign up. The port of the API is chosen now, since links in emails lead to the website. A port
 * that was set explicitly is kept: an error is reported where it is needed. A default port is replaced if
 * another program took it meanwhile. There is no load balancer, so it ends without a pause.
 */
const demoSettings = async (settings: Settings, smtpPort: number): Promise<Settings> => {
  const server = { host: '127.0.0.1', port: smtpPort, tls: 'none', login: undefined } as const
  const from = OWN_SENDER
  const { httpHost, consoleHost, websiteHost, given, mail = { server, from } } = settings
  const drainPauseMs = given.has('POSTRIDER_DRAIN_PAUSE_MS') ? settings.drainPauseMs : 0
  const chosen = new Set<string>()
  const portFor = async (name: string, host: string, port: number): Promise<number> => {
    if (port !== 0 && given.has(name)) return port
    chosen.add(name)
    return choosePort(host, port)
  }
  return {
    ...settings,
    mail,
    providerNetworks: given.has('POSTRIDER_PROVIDER_NETWORKS') ? settings.providerNetworks : LOOPBACK,
    webhookNetworks: given.has('POSTRIDER_WEBHOOK_NETWORKS') ? settings.webhookNetworks : LOOPBACK,
    signUp: given.has('POSTRIDER_SIGN_UP') ? settings.signUp : 'open',
    drainPauseMs,
    httpPort: await portFor('POSTRIDER_HTTP_PORT', httpHost, settings.httpPort),
    consolePort: await portFor('POSTRIDER_CONSOLE_PORT', consoleHost, settings.consolePort),
    websitePort: await portFor('POSTRIDER_WEBSITE_PORT', websiteHost, settings.websitePort),
    given: new Set([...given].filter((name) => !chosen.has(name))),
  }
}

const announce = (stage: Stage, hosts: RunningHosts, areNew: boolean): void => {
  const { terminal, composition } = stage
  const { settings, release } = composition
  terminal.say(terminal.paint('bold', `Postrider ${release.version} demo`))
  terminal.say(`  data    ${settings.dataDir} (${areNew ? 'new tenants' : 'the tenants of an earlier demo'})`)
  terminal.say(`  API     ${urlOf(settings.httpHost, hosts.httpPort)}`)
  terminal.say(`  console ${consoleUrlOf(settings)}`)
  terminal.say(`  website ${websiteUrlOf(settings)}`)
  const moved = [
    ['POSTRIDER_HTTP_PORT', stage.wanted.httpPort, hosts.httpPort],
    ['POSTRIDER_CONSOLE_PORT', stage.wanted.consolePort, hosts.consolePort],
    ['POSTRIDER_WEBSITE_PORT', stage.wanted.websitePort, hosts.websitePort],
    ['POSTRIDER_METRICS_PORT', settings.metricsPort, hosts.metricsPort],
  ] as const
  for (const [name, wanted, actual] of moved) {
    if (wanted !== actual && wanted !== 0)
      terminal.say(`  port ${wanted} is taken, so it is ${actual} this time (${name} chooses another)`)
  }
  terminal.say()
}

/** Sends and follows all messages at once, as in real operation; then checks the ledger. */
const play = async (stage: Stage, hosts: RunningHosts, tenants: DemoTenants): Promise<boolean> => {
  const { terminal, composition, peers } = stage
  const { settings } = composition
  const baseUrl = urlOf(settings.httpHost, hosts.httpPort)
  const api = demoApi(baseUrl)
  const head = (text: string): void => terminal.say(terminal.paint('bold', text))
  head('Messages: time since the send, state, money')
  const { main, production } = tenants
  const recipients = await chooseRecipients(terminal, api, tenants)
  const sends = demoSends(tenants, peers, recipients)
  const [isVerified, followed] = await Promise.all([
    playOtp(terminal, api, main, inboxFile(settings.dataDir)),
    Promise.all(sends.map((send) => followMessage(terminal, api, send))),
  ])
  terminal.say()
  head('A batch: two items, three messages')
  const isBatchGood = await playBatch(terminal, api, main, recipients.number)
  terminal.say()
  head('A person')
  const isPersonGood = await showIsolation(terminal, api, tenants)
  terminal.say()
  head('The books')
  const accounts = [
    ['test', main],
    ['production', production],
  ] as const
  const areProved = await proveBooks(terminal, composition, api, accounts)
  terminal.say()
  const metricsUrl = urlOf(settings.metricsHost, hosts.metricsPort)
  const { dataDir } = settings
  const sites = { consoleUrl: consoleUrlOf(settings), websiteUrl: websiteUrlOf(settings) }
  const addresses = { baseUrl, ...sites, metricsUrl, dataDir, logFile: stage.logFile }
  if (stage.options.once) printDataFolder(terminal, addresses)
  else {
    const tried = { messageId: followed[0]?.messageId ?? '', to: recipients.number }
    printAddresses(terminal, addresses, tenants, tried)
  }
  return areProved && isVerified && isBatchGood && isPersonGood && followed.every(({ isGood }) => isGood)
}

/** Serves until a signal, with traffic and work in the console unless it has to be quiet. */
const serve = async (stage: Stage, baseUrl: string, tenants: DemoTenants): Promise<void> => {
  const { terminal, composition, signals, options } = stage
  const ending = new AbortController()
  const first = signals.first.then(() => ending.abort())
  const needs = { composition, api: demoApi(baseUrl), tenants, signal: ending.signal }
  const busy = options.quiet ? undefined : keepBusy(terminal, needs)
  // After a signal it isn't awaited, and its errors don't matter.
  void busy?.catch(() => undefined)
  const traffic = await Promise.race([busy, first.then(() => undefined)])
  terminal.say('Serving until Ctrl-C.')
  await first
  await traffic?.ended
}

const perform = async (stage: Stage): Promise<E.Either<CommandFailure, number>> => {
  const { terminal, composition, peers, signals, options } = stage
  const migrated = await migrateEmbedded(composition)
  if (E.isLeft(migrated)) return migrated
  const claimed = await claimKeyOrFail(composition)
  if (E.isLeft(claimed)) return claimed
  const { tenants, areNew } = await rememberedTenants(composition, {
    smtp: peers.mailbox.port,
    smpp: peers.smsc.port,
  })
  const hosts = await startHosts(composition, {
    http: true,
    console: true,
    website: true,
    dispatcher: true,
    mayMovePorts: true,
    ...(stage.wanted.mail === undefined
      ? { mailHint: mailHintOf(inboxFile(composition.settings.dataDir)) }
      : {}),
  })
  if (E.isLeft(hosts)) return hosts
  try {
    const { settings } = composition
    const baseUrl = urlOf(settings.httpHost, hosts.right.httpPort)
    writeDemoShell(settings.dataDir, baseUrl, tenants)
    const sites = { consoleUrl: consoleUrlOf(settings), websiteUrl: websiteUrlOf(settings) }
    writeDemoFile(settings.dataDir, { baseUrl, ...sites }, tenants)
    announce(stage, hosts.right, areNew)
    const playing = play(stage, hosts.right, tenants)
    // After a signal it isn't awaited, and its errors don't matter.
    void playing.catch(() => undefined)
    const isGood = await Promise.race([playing, signals.first.then(() => undefined)])
    if (isGood === false) terminal.complain(`Not everything went as it should. The log: ${stage.logFile}`)
    if (options.once) return E.right(isGood === true ? EXIT.ok : EXIT.failed)
    if (isGood !== undefined) await serve(stage, baseUrl, tenants)
    return E.right(isGood === false ? EXIT.failed : EXIT.ok)
  } finally {
    await hosts.right.stop()
  }
}

/** The demo in a folder that it has locked. */
const showOn = async (
  settings: Settings,
  signals: Signals,
  terminal: Terminal,
  options: DemoOptions,
): Promise<E.Either<CommandFailure, number>> => {
  const { dataDir } = settings
  removeDemoFile(dataDir)
  const logFile = join(dataDir, 'postrider.log')
  const peers = await openPeers(inboxFile(dataDir))
  const opened = await openComposition(await demoSettings(settings, peers.mailbox.port), {
    log: { file: logFile },
  })
  if (E.isLeft(opened)) {
    await closePeers(peers)
    return opened
  }
  try {
    const composition = opened.right
    return await perform({ terminal, composition, peers, signals, logFile, wanted: settings, options })
  } catch (cause) {
    if (cause instanceof DemoError) return E.left(failure(cause.message))
    throw cause
  } finally {
    await opened.right.close()
    await closePeers(peers)
  }
}

/**
 * Shows the service at work on the embedded engines (docs/api/running#demo); only one runs per folder. It
 * isn't an installation, so it ignores an installation's `.env` (docs/decisions/0035).
 */
export const demo = async (
  environment: ProcessEnvironment,
  terminal: Terminal,
  options: DemoOptions,
): Promise<E.Either<CommandFailure, number>> => {
  const read = readEnvironment(environment)
  const settings = E.isRight(read) ? onEmbeddedEngines(read.right) : read
  if (E.isLeft(settings)) return settings
  const claimed = lockDemoFolder(settings.right)
  if (E.isLeft(claimed)) return claimed
  try {
    return await showOn(settings.right, listenForSignals(environment), terminal, options)
  } finally {
    claimed.right.release()
  }
}
