import { setTimeout as pause } from 'node:timers/promises'
import { type Channel, CHANNELS } from '@postrider/core/channels/channels'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { EXIT } from '@postrider/command/exit-code'
import { askReason } from '@postrider/command/terminal/ask-reason'
import { ask, order, openAdminSession, type AdminSession, type AdminSessionOptions } from './admin-session.js'
import type { CommandIo } from '@postrider/command/terminal/command-io'

/** Options for a test of a provider account. */
export interface ProviderTestOptions extends AdminSessionOptions {
  readonly to: string
  readonly from: string
  /** Needed if the account has several channels; default: the first one. */
  readonly channel?: Channel
  /**
   * The identifiers under which the channel's vendor registered the text, in their order, comma-separated.
   */
  readonly template?: string
  readonly reason?: string
}

type Test = ResultOf<'getProviderTest'>['test']

/** How long the command waits for a receipt. */
const PATIENCE_MS = MINUTE_MS
const LOOK_MS = SECOND_MS / 2

/** The end of a test: the text to print and the exit code. */
interface TestEnding {
  readonly sentence: string
  readonly exitCode: number
}

const failed = (sentence: string): TestEnding => ({ sentence, exitCode: EXIT.failed })

const because = ({ detail }: Test): string => (detail === null ? '.' : `: ${detail}.`)

/** The result of a test; undefined while more may follow. `isOver`: the wait has ended. */
const endingOf = (test: Test, isOver: boolean): TestEnding | undefined => {
  const { state, isReported } = test
  if (state === 'expired')
    return failed('No dispatcher picked up the test, so it is not sent. Check that a dispatcher is running.')
  if (state === 'refused') return failed(`The test was not sent${because(test)}`)
  if (state === 'undelivered')
    return failed('The provider accepted the test and reports that it was not delivered.')
  if (state === 'delivered') return { sentence: 'The test was delivered.', exitCode: EXIT.ok }
  if (state === 'accepted' && isReported === false)
    return {
      sentence: 'The provider accepted the test. This account has no delivery reports.',
      exitCode: EXIT.ok,
    }
  if (state === 'unknown' && (isOver || isReported === false))
    return failed(`It is unknown whether the test was sent${because(test)} It is not sent again.`)
  if (!isOver) return undefined
  if (state === 'accepted')
    return failed('The provider accepted the test. No delivery report arrived within 60 s.')
  return failed('The dispatcher that picked up the test did not report a result within 60 s.')
}

const ARROWS = { out: '>', in: '<' } as const

/** Prints the events as they arrive, until the test ends or the wait is over. */
const follow = async (session: AdminSession, testId: string): Promise<number> => {
  const { terminal } = session.io
  const untilMs = performance.now() + PATIENCE_MS
  let shown = 0
  for (;;) {
    const found = await ask(session, 'getProviderTest', { testId })
    if (found === undefined) return EXIT.failed
    const { test } = found
    for (const { at, direction, text } of test.transcript.slice(shown))
      terminal.say(`${at.slice(11, 23)} ${ARROWS[direction]} ${text}`)
    shown = test.transcript.length
    const ending = endingOf(test, performance.now() >= untilMs)
    if (ending !== undefined) {
      terminal.complain(ending.sentence)
      return ending.exitCode
    }
    await pause(LOOK_MS)
  }
}

/**
 * The registration by the vendor's field names; undefined, with a message, if the vendor needs other values.
 */
const registrationOf = ({ io: { terminal } }: AdminSession, channel: Channel, template: string) => {
  const { label, vendor } = CHANNELS[channel]
  const names =
    vendor?.questions.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name) ?? []
  const values = template.split(',').map((value) => value.trim())
  if (vendor !== undefined && names.length === values.length)
    return { [vendor.name]: Object.fromEntries(names.map((name, at) => [name, values[at]])) }
  terminal.complain(
    vendor === undefined
      ? `${label} texts take no --template.`
      : `--template must be ${names.join(',')} of the registered ${label} text.`,
  )
  return undefined
}

/** The request body; undefined, with a message, if it can't be built. */
const bodyOf = async (
  session: AdminSession,
  providerAccountId: string,
  { to, from, channel: chosen, template, reason: given }: ProviderTestOptions,
): Promise<object | undefined> => {
  const listed = await ask(session, 'listProviderAccounts', {})
  if (listed === undefined) return undefined
  const account = listed.providerAccounts.find((one) => one.providerAccountId === providerAccountId)
  const channel = chosen ?? account?.channels[0]
  if (channel === undefined) {
    session.io.terminal.complain(`Provider account ${providerAccountId} not found.`)
    return undefined
  }
  const registration = template === undefined ? {} : registrationOf(session, channel, template)
  if (registration === undefined) return undefined
  const reason = await askReason(session.io, given)
  if (reason === undefined) return undefined
  const sender = { [CHANNELS[channel].sender.main]: from }
  const vendor = template === undefined ? {} : { registration }
  return { providerAccountId, channel, to, sender, ...vendor, reason }
}

/** Sends a fixed text through an account with a running dispatcher, and prints the wire traffic. */
export const testProviderCommand = (io: CommandIo, accountId: string, options: ProviderTestOptions) =>
  openAdminSession(io, options, async (session) => {
    const body = await bodyOf(session, accountId, options)
    if (body === undefined) return EXIT.failed
    let testId: string | undefined
    const sentence = `Send a test to ${options.to} through ${accountId}?`
    const ordered = await order(session, sentence, 'testProviderAccount', body, ({ test }) => {
      testId = test.testId
      io.terminal.complain(`${test.testId}: waiting for a dispatcher to send it.`)
    })
    return testId === undefined ? ordered : follow(session, testId)
  })
