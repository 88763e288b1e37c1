import { CHANNELS } from '@postrider/core/channels/channels'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { EXIT } from '@postrider/command/exit-code'
import { tableLines } from '@postrider/command/terminal/table'
import { type CommandIo, NO_ANSWER } from '@postrider/command/terminal/command-io'
import { showTemplate, warningLines } from './show-template.js'
import { ask, order, openAdminSession, type AdminSession, type AdminSessionOptions } from './admin-session.js'
import { present } from '@postrider/core/kernel/present'

/** Options for the list of templates. */
export interface ListOptions extends AdminSessionOptions {
  readonly state?: string
}

/** Options for a version; missing ones are asked for. */
export interface TemplateOptions extends AdminSessionOptions {
  /** Default: the newest version, or the one in use if it is to be paused, resumed or retired. */
  readonly draftVersion?: string
  readonly reason?: string
  readonly reasonCode?: string
  readonly variable?: string
  readonly sandboxOnly?: true
  /** The name and the language of the vendor's template, comma-separated. */
  readonly vendorTemplate?: string
}

type Review = ResultOf<'getTemplateReview'>
type Draft = Review['draft']
type Answers = Readonly<Record<string, string | number>>

interface Question {
  readonly question: string
  readonly isOptional?: boolean
  readonly isInteger?: boolean
}

/** The inputs that an action needs, by the names of their options. */
type Missing = Readonly<Record<string, Question>>

const REASON: Missing = { reason: { question: 'Reason (shown to the author): ' } }
const REASON_CODE: Missing = {
  reasonCode: { question: 'Reason code for programs, for example unclear_text: ' },
}

/** The registration fields that the channel's vendor requires, by its names. */
const identifiersOf = ({ channel }: Draft): Missing =>
  Object.fromEntries(
    (CHANNELS[channel].vendor?.questions ?? []).map(
      ({ name, question, isOptional = false, isInteger = false }) => [
        name,
        { question: `${question}${isOptional ? ' (optional)' : ''}: `, isOptional, isInteger },
      ],
    ),
  )

/** Text that isn't an integer is passed on as written; the operation reports the error. */
const answerTo = ({ isInteger = false }: Question, text: string): string | number =>
  isInteger && /^[0-9]{1,9}$/.test(text) ? Number(text) : text

/**
 * Inputs from the options, and questions for missing ones; undefined if a question wasn't answered. Optional
 * inputs are only asked for if a required one is missing: otherwise the options count as complete.
 */
const gather = async (
  { questions, terminal }: CommandIo,
  options: TemplateOptions,
  missing: Missing,
): Promise<Answers | undefined> => {
  const answers: Record<string, string | number> = {}
  let hasPrompted = false
  const given = new Map<string, unknown>(Object.entries(options))
  for (const [name, prompt] of Object.entries(missing)) {
    const option = given.get(name)
    if (typeof option !== 'string' && prompt.isOptional === true && !hasPrompted) continue
    hasPrompted ||= typeof option !== 'string'
    const answer = typeof option === 'string' ? option : await questions.ask(prompt.question)
    if (answer === '' && prompt.isOptional === true) continue
    if (answer === undefined) {
      terminal.complain(NO_ANSWER)
      return undefined
    }
    answers[name] = answerTo(prompt, answer)
  }
  return answers
}

const read = (
  session: AdminSession,
  draftId: string,
  version: number | undefined,
): Promise<Review | undefined> =>
  ask(session, 'getTemplateReview', { draftId, ...present({ atVersion: version }) })

/** The selected version, shown before any question. */
const meant = async (
  session: AdminSession,
  draftId: string,
  { draftVersion }: TemplateOptions,
  wantsInUse: boolean,
): Promise<Draft | undefined> => {
  const named = draftVersion === undefined ? undefined : Number(draftVersion)
  const newest = await read(session, draftId, named)
  const inUse = newest?.draft.versionInUse ?? undefined
  const isOther = wantsInUse && named === undefined && inUse !== undefined && inUse !== newest?.draft.version
  const review = isOther ? await read(session, draftId, inUse) : newest
  if (review !== undefined) showTemplate(session.io.terminal, review)
  return review?.draft
}

/** An action on a version: its inputs, and its confirmation. */
interface Act {
  readonly verb: string
  readonly operation: 'decideTemplateReview' | 'recordTemplateRegistration' | 'switchTemplate'
  readonly wantsInUse?: true
  readonly missing: (draft: Draft) => Missing
  readonly body: (draft: Draft, answers: Answers, options: TemplateOptions) => object
}

const blame = ({ variable }: TemplateOptions): object => (variable === undefined ? {} : { variable })

/** Text without a comma is passed on without a language; the operation reports the error. */
const vendorTemplateIn = (text: string): object => {
  const [name, language] = text.split(',').map((part) => part.trim())
  return { vendorTemplate: { name, ...present({ language }) } }
}

const switching = (verb: string, to: string, missing: Missing): Act => ({
  verb,
  operation: 'switchTemplate',
  wantsInUse: true,
  missing: () => missing,
  body: (_draft, answers, options) => ({ to, ...answers, ...blame(options) }),
})

/** The actions of a reviewer, by the names of their commands. */
export const TEMPLATE_ACTS = {
  approve: {
    verb: 'Approve',
    operation: 'decideTemplateReview',
    missing: () => REASON,
    body: (_draft, answers, { sandboxOnly, vendorTemplate }) => ({
      decision: 'approve',
      ...answers,
      ...(sandboxOnly === true ? { sandboxOnly } : {}),
      ...(vendorTemplate === undefined ? {} : vendorTemplateIn(vendorTemplate)),
    }),
  },
  register: {
    verb: 'Record the registration of',
    operation: 'recordTemplateRegistration',
    missing: (draft) => ({ ...identifiersOf(draft), ...REASON }),
    body: ({ channel }, { reason, ...identifiers }) => {
      const { vendor } = CHANNELS[channel]
      return { reason, registration: vendor === undefined ? {} : { [vendor.name]: identifiers } }
    },
  },
  reject: {
    verb: 'Reject',
    operation: 'decideTemplateReview',
    missing: () => ({ ...REASON_CODE, ...REASON }),
    body: (_draft, answers, options) => ({ decision: 'reject', ...answers, ...blame(options) }),
  },
  pause: switching('Pause', 'paused', { ...REASON_CODE, ...REASON }),
  resume: switching('Resume', 'approved', REASON),
  retire: switching('Retire permanently', 'retired', REASON),
} as const satisfies Record<string, Act>

const carry = async (session: AdminSession, act: Act, draftId: string, options: TemplateOptions) => {
  const { io } = session
  const draft = await meant(session, draftId, options, act.wantsInUse === true)
  if (draft === undefined) return EXIT.failed
  const answers = await gather(io, options, act.missing(draft))
  if (answers === undefined) return EXIT.failed
  const { version, name } = draft
  const body = { draftId, version, ...act.body(draft, answers, options) }
  return order(
    session,
    `${act.verb} version ${version} of ${name}?`,
    act.operation,
    body,
    ({ draft: after }) => {
      io.terminal.say(`${after.draftId} version ${after.version} is ${after.state}`)
      for (const line of warningLines(after)) io.terminal.complain(line)
    },
  )
}

/** Runs an action on a version of a template, which is shown first. */
export const actOnTemplate = (
  io: CommandIo,
  act: keyof typeof TEMPLATE_ACTS,
  draftId: string,
  options: TemplateOptions,
) => openAdminSession(io, options, (session) => carry(session, TEMPLATE_ACTS[act], draftId, options))

/** Shows a version of a template with its history. */
export const showTemplateReview = (io: CommandIo, draftId: string, options: TemplateOptions) =>
  openAdminSession(io, options, async (session) =>
    (await meant(session, draftId, options, false)) === undefined ? EXIT.failed : EXIT.ok,
  )

const PAGE = 100

/** Lists templates that wait for a review, or are in a given state, oldest first. */
export const listTemplates = (io: CommandIo, { state, ...options }: ListOptions) =>
  openAdminSession(io, options, async (session) => {
    const rows: string[][] = []
    let cursor: string | null = null
    do {
      const body: object = { limit: PAGE, ...present({ state }) }
      const page: ResultOf<'listTemplateReviews'> | undefined = await ask(session, 'listTemplateReviews', {
        ...body,
        ...(cursor === null ? {} : { cursor }),
      })
      if (page === undefined) return EXIT.failed
      for (const one of page.reviews)
        rows.push([
          one.draftId,
          `version ${one.version}`,
          one.channel,
          one.state,
          `since ${one.stateSince}`,
          one.expectedBy === null ? '' : `expected by ${one.expectedBy}`,
          one.name,
        ])
      cursor = page.nextCursor
    } while (cursor !== null)
    for (const line of tableLines(rows)) io.terminal.say(line)
    return EXIT.ok
  })
