import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { compose, type Composition } from '@postrider/wiring/compose'
import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import type { Settings } from '@postrider/wiring/settings'
import { checkAccounts } from '../doctor/check-accounts.js'
import { checkBounces } from '../doctor/check-bounces.js'
import { checkAdmins } from '../doctor/check-admins.js'
import { checkClock } from '../doctor/check-clock.js'
import { checkFeed } from '../doctor/check-feed.js'
import { checkTicketSearch } from '../doctor/check-ticket-search.js'
import { checkEventReceiver, checkWebhooks } from '../doctor/check-webhooks.js'
import { checkFiles, checkModes } from '../doctor/check-files.js'
import { invariantFindings } from '../doctor/check-invariants.js'
import { checkKeys } from '../doctor/check-keys.js'
import { checkMail } from '../doctor/check-mail.js'
import { checkMcp } from '../doctor/check-mcp.js'
import { checkOrigins } from '../doctor/check-origins.js'
import { checkRetention } from '../doctor/check-retention.js'
import { checkSandbox } from '../doctor/check-sandbox.js'
import { checkQueue } from '../doctor/check-queue.js'
import { checkSettings } from '../doctor/check-settings.js'
import { checkSenderDomains } from '../doctor/check-sender-domains.js'
import { checkStorage } from '../doctor/check-storage.js'
import { checkTemplateHtml } from '../doctor/check-templates.js'
import { checkWorkers } from '../doctor/check-workers.js'
import { type Finding, wrong } from '../doctor/finding.js'
import { partPage } from '../doctor/part-pages.js'
import { EXIT, sentenceOf } from '@postrider/command/exit-code'
import type { Terminal } from '@postrider/command/terminal/terminal'

const MARKS = { fine: 'ok', note: 'note', warning: 'warn', wrong: 'wrong' } as const
const STYLES = { fine: 'green', note: 'yellow', warning: 'yellow', wrong: 'red' } as const

const INDENT = ' '.repeat(19)

const show = (terminal: Terminal, { verdict, part, sentence, advice }: Finding): void => {
  terminal.say(
    `${terminal.paint(STYLES[verdict], MARKS[verdict].padEnd(5))}  ${part.padEnd(10)}  ${sentence}`,
  )
  if (advice !== undefined) terminal.say(`${INDENT}${advice}`)
}

/** The extent of the checks. */
export interface DoctorOptions {
  /** Also checks every account and message against the invariants. */
  readonly deep?: boolean
  /** Opens a session with each provider that keeps sessions. */
  readonly open?: boolean
}

/** Checks each part only if the parts that it depends on are fine, so that one fault makes one finding. */
const examine = async (
  composition: Composition,
  { deep = false, open = false }: DoctorOptions,
  report: (findings: readonly Finding[]) => void,
): Promise<void> => {
  report(await checkQueue(composition))
  report(await checkMail(composition.ports.mailer))
  const storage = await checkStorage(composition)
  report(storage)
  if (storage.some(({ verdict }) => verdict === 'wrong')) return
  report(checkClock(composition))
  report(await checkKeys(composition))
  report(await checkFeed(composition.ports))
  report(await checkTicketSearch(composition.ports))
  report(await checkWebhooks(composition.ports))
  report(await checkEventReceiver(composition.ports))
  report(await checkRetention(composition.ports, composition.settings.retention))
  report(await checkAdmins(composition))
  report(await checkSandbox(composition))
  report(await checkAccounts(composition.ports, open))
  report(await checkTemplateHtml(composition.ports))
  report(await checkBounces(composition))
  report(await checkSenderDomains(composition.ports))
  if (deep) report(await invariantFindings(composition))
}

const examineAll = async (
  settings: Settings,
  depth: DoctorOptions,
  report: (findings: readonly Finding[]) => void,
): Promise<void> => {
  report(checkOrigins(settings))
  report(checkMcp(settings))
  report(checkWorkers(settings))
  const files = checkFiles(settings)
  report(files)
  report(checkModes(settings))
  if (files.some(({ verdict }) => verdict === 'wrong')) return
  try {
    const composition = await compose(settings, { log: { fd: 2 }, storageTimeoutMs: 10 * SECOND_MS })
    try {
      await examine(composition, depth, report)
    } finally {
      await composition.close()
    }
  } catch (cause) {
    report([wrong('process', `failed to start: ${sentenceOf(cause)}`)])
  }
}

const lastLine = ({ wrong: faults, warning: warnings }: Record<Finding['verdict'], number>): string => {
  const wrongs =
    faults === 0 ? 'No problems found.' : `${faults} ${faults === 1 ? 'problem' : 'problems'} found.`
  const warned = warnings === 0 ? '' : ` ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`
  return `${wrongs}${warned}`
}

/**
 * Prints each problem, its fix and its page of the documentation; the exit code is 1 if there is any problem.
 * Changes nothing.
 */
export const doctor = async (
  environment: ProcessEnvironment,
  terminal: Terminal,
  depth: DoctorOptions,
): Promise<number> => {
  const counts = { fine: 0, note: 0, warning: 0, wrong: 0 }
  const { settings, findings } = checkSettings(environment)
  const shownPages = new Set<string>()
  const report = (found: readonly Finding[]): void => {
    for (const finding of found) {
      show(terminal, finding)
      counts[finding.verdict] += 1
      const page = partPage(finding.part, settings)
      if (finding.verdict === 'fine' || shownPages.has(page)) continue
      shownPages.add(page)
      terminal.say(`${INDENT}${page}`)
    }
  }
  report(findings)
  if (settings !== undefined) await examineAll(settings, depth, report)
  terminal.say()
  terminal.say(lastLine(counts))
  return counts.wrong === 0 ? EXIT.ok : EXIT.failed
}
