import type { PreparedCatalog } from '../../../catalog/domain/prepared-catalog.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import type { Report } from '../../domain/dispatch/report.js'
import { storedSender } from '../../domain/dispatch/sender-of.js'
import type { Message } from '../../domain/messages/message.js'
import type { DispatchStorage } from '../../ports/dispatch-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { Catalog } from '../../../catalog/use-cases/catalog.js'
import { askForReport, findOut } from '../../../providers/use-cases/calls/query-status.js'
import type { Assignment } from './assign.js'
import { callProvider, type LateReports } from './call-provider.js'
import type { CallCapacity } from '../../../providers/use-cases/calls/call-capacity.js'
import { givenBack } from './claimed-call.js'
import type { OpenProviders } from '../../../providers/use-cases/calls/open-providers.js'

interface Needs {
  readonly storage: { readonly dispatch: DispatchStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly digests: Digests
  readonly keyRing: KeyRing
  readonly keyedDigests: KeyedDigests
  readonly telemetry: Telemetry
  readonly publicUrl?: string
}

/**
 * Performs a message's assignment and returns the result; undefined if there was nothing to do. If a call was
 * started and its end wasn't recorded, the provider is asked about it, if it can be asked
 * (docs/promises#unknown-outcomes). A message whose claim got no response from the database is given back,
 * because no call was made.
 */
export const performAssignment = (
  needs: Needs,
  providers: OpenProviders,
  catalog: Catalog,
  capacity: CallCapacity,
  late: LateReports,
) => {
  const call = callProvider(needs, capacity, catalog, late)

  const aboutCall = (message: Message, attempt: Attempt, prepared: PreparedCatalog) => {
    const { providerAccounts } = prepared.catalog
    const { providerAccountId, startedAtMs, providerMessageId } = attempt
    const sender = storedSender(prepared, message)
    const providerMessageIds = providerMessageId === undefined ? [] : [providerMessageId]
    const statusQuery = { message, sender, startedAtMs, providerMessageIds }
    return { account: providerAccounts.get(providerAccountId), statusQuery }
  }

  const reportFound = async (
    message: Message,
    attempt: Attempt,
    prepared: PreparedCatalog,
  ): Promise<Report> => {
    const { messageId, number, providerAccountId, startedAtMs } = attempt
    const { account, statusQuery } = aboutCall(message, attempt, prepared)
    const outcome = await findOut(needs, providers, account, statusQuery)
    const made = { messageId, attempt: number, providerAccountId, startedAtMs }
    return { _tag: 'Called', ...made, claimed: message, outcome }
  }

  const askAbout = async (
    message: Message,
    attempt: Attempt,
    prepared: PreparedCatalog,
  ): Promise<Report | undefined> => {
    const { account, statusQuery } = aboutCall(message, attempt, prepared)
    const takenAtMs = attempt.endedAtMs ?? attempt.startedAtMs
    const answer = await askForReport(needs, providers, account, statusQuery, takenAtMs)
    if (answer === undefined) return undefined
    const { messageId, attempt: number } = message
    return { _tag: 'Ended', messageId, attempt: number, ending: { _tag: 'Unreported' } }
  }

  return async (assignment: Assignment): Promise<Report | undefined> => {
    if (assignment._tag === 'Submit') return call(assignment.call, assignment.attempt)
    if (assignment._tag === 'Unanswered') return givenBack(assignment.call, 'unanswered')
    if (assignment._tag !== 'Other') return undefined
    const { message, step, prepared } = assignment
    const { messageId, attempt } = message
    if (step._tag === 'End') return { _tag: 'Ended', messageId, attempt, ending: step.ending }
    if (step._tag === 'AskForReport') return askAbout(message, step.attempt, prepared)
    return step._tag === 'FindOut' ? reportFound(message, step.attempt, prepared) : undefined
  }
}
