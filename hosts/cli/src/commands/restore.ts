import type { ResultOf } from '@postrider/core/assembly/registry'
import { EXIT } from '@postrider/command/exit-code'
import { tableLines } from '@postrider/command/terminal/table'
import { confirmAndRun, type CommandIo, operator } from '@postrider/command/terminal/command-io'
import { askReason } from '@postrider/command/terminal/ask-reason'
import { ask, order, openAdminSession, type AdminSession, type AdminSessionOptions } from './admin-session.js'
import type { Composition } from '@postrider/wiring/compose'
import { present } from '@postrider/core/kernel/present'

/** Options that select messages, and what to do with them. */
export interface ReleaseOptions extends AdminSessionOptions {
  readonly decision: string
  readonly message?: readonly string[]
  readonly organization?: string
  readonly channel?: string
  readonly state?: string
  readonly from?: string
  readonly to?: string
  readonly reason?: string
}

type Restoration = ResultOf<'getRestoration'>

/** Puts the database on hold manually. */
export const beginRestorationCommand =
  (io: CommandIo, options: { readonly reason?: string }) =>
  async (composition: Composition): Promise<number> => {
    const reason = await askReason(io, options.reason)
    if (reason === undefined) return EXIT.failed
    return confirmAndRun(
      io,
      composition,
      'Put the database on hold, so that nothing is accepted or sent?',
      composition.postrider.beginRestoration({ actor: operator(), reason }),
      ({ hold }) => io.terminal.say(`The database is on hold (${hold?.because ?? 'operator'}).`),
    )
  }

const tell = ({ terminal }: CommandIo, found: Restoration): void => {
  const { heldSince, heldBecause, waiting } = found
  terminal.say(
    heldSince === null ? 'The database is not on hold.' : `On hold since ${heldSince}: ${heldBecause ?? ''}.`,
  )
  terminal.say(`${waiting} messages need a decision.`)
  terminal.say('')
  terminal.say(
    `Restored access: ${found.credentials} credentials, ${found.agentKeys} Agent keys, ` +
      `${found.members} memberships, ${found.superAdmins.length} super admins.`,
  )
  const rows = [
    ...found.listedCredentials.map((one) => ['credential', one.credentialId, one.organizationId, one.label]),
    ...found.listedAgentKeys.map((one) => ['Agent key', one.agentKeyId, one.kind, one.label]),
    ...found.superAdmins.map((one) => ['super admin', one.userId, one.email, one.permissions.join(' ')]),
  ]
  for (const line of tableLines(rows)) terminal.say(line)
}

/** Shows the state of a restored database. */
export const showRestorationCommand = (io: CommandIo, options: AdminSessionOptions) =>
  openAdminSession(io, options, async (session) => {
    const found = await ask(session, 'getRestoration', {})
    if (found === undefined) return EXIT.failed
    tell(io, found)
    return EXIT.ok
  })

const momentOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : new Date(text).valueOf()

const releaseAll = async (session: AdminSession, body: object): Promise<number> => {
  const { terminal } = session.io
  let released = 0
  for (;;) {
    const done = await ask(session, 'releaseRestoredMessages', body)
    if (done === undefined) return EXIT.failed
    released += done.messageIds.length
    if (!done.isMore) break
  }
  terminal.say(`${released} messages.`)
  return EXIT.ok
}

/** Sets what happens to all messages that match. */
export const releaseMessages = (io: CommandIo, options: ReleaseOptions) =>
  openAdminSession(io, options, async (session) => {
    const reason = await askReason(io, options.reason)
    if (reason === undefined) return EXIT.failed
    const { decision, message, organization, channel, state } = options
    const [from, to] = [momentOf(options.from), momentOf(options.to)]
    if (Number.isNaN(from) || Number.isNaN(to)) {
      io.terminal.complain('--from and --to must be times such as 2026-11-22T05:30:00Z.')
      return EXIT.failed
    }
    if (!(await io.questions.confirm(`Decide "${decision}" for all matching messages?`))) return EXIT.failed
    return releaseAll(session, {
      decision,
      reason,
      ...present({ messageIds: message, organizationId: organization, channel, state, from, to }),
    })
  })

/** Shows what was restored, and starts sending again once that is confirmed. */
export const endRestorationCommand = (
  io: CommandIo,
  options: AdminSessionOptions & { readonly reason?: string },
) =>
  openAdminSession(io, options, async (session) => {
    const found = await ask(session, 'getRestoration', {})
    if (found === undefined) return EXIT.failed
    tell(io, found)
    const reason = await askReason(io, options.reason)
    if (reason === undefined) return EXIT.failed
    const { rightsVersion } = found
    const sentence = 'Confirm this access, end all sessions and open links, and start sending again?'
    return order(session, sentence, 'endRestoration', { rightsVersion, reason }, ({ releasedAt }) =>
      io.terminal.say(`Released at ${releasedAt}. Messages without a decision keep waiting.`),
    )
  })
