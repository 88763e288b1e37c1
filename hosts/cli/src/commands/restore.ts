import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { EXIT } from '../exit-code.js'
import { tableLines } from '../terminal/table.js'
import { carryOut, type Desk, NO_ANSWER, operator } from '../terminal/desk.js'
import { ask, order, sitDown, type Sitting, type SittingOptions } from './sitting.js'
import type { Composition } from '@postrider/wiring/compose'

/** What was said on the command line about which messages are meant, and what becomes of them. */
export interface ReleaseOptions extends SittingOptions {
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

const reasonOf = async (
  { questions, terminal }: Desk,
  said: string | undefined,
): Promise<string | undefined> => {
  const reason = said ?? (await questions.ask('Reason (kept in the audit log): '))
  if (reason === undefined) terminal.complain(NO_ANSWER)
  return reason
}

/** Holds the database by hand. */
export const beginRestoration =
  (desk: Desk, options: { readonly reason?: string }) =>
  async (composition: Composition): Promise<number> => {
    const reason = await reasonOf(desk, options.reason)
    if (reason === undefined) return EXIT.failed
    return carryOut(
      desk,
      composition,
      'Hold the database, so that nothing is accepted or sent?',
      composition.postrider.beginRestoration({ actor: operator(), reason }),
      ({ hold }) => desk.terminal.say(`The database is held (${hold?.because ?? 'operator'}).`),
    )
  }

const tell = ({ terminal }: Desk, found: Restoration): void => {
  const { heldSince, heldBecause, waiting } = found
  terminal.say(
    heldSince === null ? 'The database is not held.' : `Held since ${heldSince}: ${heldBecause ?? ''}.`,
  )
  terminal.say(`${waiting} messages wait for a word.`)
  terminal.say('')
  terminal.say(
    `What lets in, as it was restored: ${found.credentials} credentials, ${found.agentKeys} Agent keys, ` +
      `${found.members} places of members, ${found.superAdmins.length} super admins.`,
  )
  const rows = [
    ...found.listedCredentials.map((one) => ['credential', one.credentialId, one.organizationId, one.label]),
    ...found.listedAgentKeys.map((one) => ['Agent key', one.agentKeyId, one.kind, one.label]),
    ...found.superAdmins.map((one) => ['super admin', one.userId, one.email, one.permissions.join(' ')]),
  ]
  for (const line of tableLines(rows)) terminal.say(line)
}

/** Shows how a restored database stands. */
export const showRestoration = (desk: Desk, options: SittingOptions) =>
  sitDown(desk, options, async (sitting) => {
    const found = await ask(sitting, 'getRestoration', {})
    if (found === undefined) return EXIT.failed
    tell(desk, found)
    return EXIT.ok
  })

const momentOf = (said: string | undefined): number | undefined =>
  said === undefined ? undefined : new Date(said).valueOf()

const releaseAll = async (sitting: Sitting, body: object): Promise<number> => {
  const { terminal } = sitting.desk
  let released = 0
  for (;;) {
    const done = await ask(sitting, 'releaseRestoredMessages', body)
    if (done === undefined) return EXIT.failed
    released += done.messageIds.length
    if (!done.isMore) break
  }
  terminal.say(`${released} messages.`)
  return EXIT.ok
}

/** Says of all messages that match what becomes of them. */
export const releaseMessages = (desk: Desk, options: ReleaseOptions) =>
  sitDown(desk, options, async (sitting) => {
    const reason = await reasonOf(desk, options.reason)
    if (reason === undefined) return EXIT.failed
    const { decision, message, organization, channel, state } = options
    const [from, to] = [momentOf(options.from), momentOf(options.to)]
    if (Number.isNaN(from) || Number.isNaN(to)) {
      desk.terminal.complain('--from and --to are moments such as 2026-11-22T05:30:00Z.')
      return EXIT.failed
    }
    if (!(await desk.questions.confirm(`Decide "${decision}" for all that match?`))) return EXIT.failed
    return releaseAll(sitting, {
      decision,
      reason,
      ...(message === undefined ? {} : { messageIds: message }),
      ...(organization === undefined ? {} : { organizationId: organization }),
      ...(channel === undefined ? {} : { channel }),
      ...(state === undefined ? {} : { state }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    })
  })

/** Shows what was restored, and once it is confirmed lets sending begin again. */
export const endRestoration = (desk: Desk, options: SittingOptions & { readonly reason?: string }) =>
  sitDown(desk, options, async (sitting) => {
    const found = await ask(sitting, 'getRestoration', {})
    if (found === undefined) return EXIT.failed
    tell(desk, found)
    const reason = await reasonOf(desk, options.reason)
    if (reason === undefined) return EXIT.failed
    const { rightsVersion } = found
    const sentence = 'Confirm these, end all sessions and open links, and let sending begin again?'
    return order(sitting, sentence, 'endRestoration', { rightsVersion, reason }, ({ releasedAt }) =>
      desk.terminal.say(`Released at ${releasedAt}. What waits for a word goes on waiting.`),
    )
  })
