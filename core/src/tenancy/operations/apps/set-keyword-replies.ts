import type * as t from 'io-ts'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { CHANNEL_NAMES, CHANNELS } from '../../../channels/channels.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { isId, type TemplateId } from '../../../kernel/ids/id.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest } from '../../../kernel/refusals/refusal.js'
import { mutationRequest } from '../../../runner/domain/entries/request.js'
import { version } from '../../../runner/domain/fields/version.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { type KeywordReplies, REPLY_KINDS } from '../../domain/keyword-replies.js'
import type { App } from '../../domain/records.js'
import { CHANGE, changed, changedApp, seenApp } from './change-apps.js'
import { oneAppFields } from './entry-parts.js'
import { keywordRepliesRequest } from './shapes.js'

/**
 * Replaces the replies of an app to keywords (docs/api/consent#replies-to-keywords), effective with the next inbound
 * message; refusals as in {@link seenApp}, and InvalidRequest for a template that can't be a reply.
 */
export const setKeywordRepliesEntry = entryOf('Apps', 'setKeywordReplies', {
  ...CHANGE,
  effect: 'changes',
  summary: 'Set the replies of an app to keywords',
  description:
    'Replaces all replies; an omitted one is no longer sent. Each reply is an ordinary message of the app, so it is charged.',
  whileSuspended: false,
  request: mutationRequest({ ...oneAppFields, replies: keywordRepliesRequest, version }, {}),
  result: changedApp,
})

/** People can write to the senders of these channels. */
const answerable = CHANNEL_NAMES.filter((channel) => CHANNELS[channel].recipient.isNumber)

/** The problem of a template as a reply of the app; undefined if it can be one. `taken`: the channels of earlier ones. */
const templateProblem = async (
  unit: UnitOfWork,
  { organizationId, environment }: App,
  templateId: string,
  taken: Set<string>,
): Promise<string | undefined> => {
  const template = isId('tpl', templateId) ? await unit.templateDrafts.lockInUse(templateId) : undefined
  if (template?.organizationId !== organizationId || template.state !== 'approved')
    return 'The template must be an approved one of the Organization.'
  if (template.category !== 'transactional') return 'The template must be transactional.'
  if (template.variables.length > 0) return 'The template must have no variables.'
  if (template.isForSandbox && environment === 'production')
    return 'The template is approved only for the test environment.'
  const { channel } = template.content
  if (!answerable.includes(channel)) return `People can't write to senders of the channel ${channel}.`
  if (taken.has(channel)) return `Another template of this reply is for the channel ${channel}.`
  taken.add(channel)
  return undefined
}

type Requested = t.TypeOf<typeof keywordRepliesRequest>

const problemsOf = async (
  unit: UnitOfWork,
  app: App,
  replies: Requested,
): Promise<readonly FieldProblem[]> => {
  const problems: FieldProblem[] = []
  for (const kind of REPLY_KINDS) {
    const taken = new Set<string>()
    for (const [at, templateId] of (replies[kind] ?? []).entries()) {
      const problem = await templateProblem(unit, app, templateId, taken)
      if (problem !== undefined) problems.push(bodyProblem(`/replies/${kind}/${at}`, 'not_allowed', problem))
    }
  }
  return problems
}

const stored = (replies: Requested): KeywordReplies =>
  Object.fromEntries(
    REPLY_KINDS.flatMap((kind) => {
      const templateIds = replies[kind]
      return templateIds === undefined || templateIds === null ? [] : [[kind, templateIds as TemplateId[]]]
    }),
  )

export const setKeywordReplies = mutation(setKeywordRepliesEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const app = await seenApp(unit, call)
    if (E.isLeft(app)) return app
    const problems = await problemsOf(unit, app.right, call.request.replies)
    if (problems.length > 0) return E.left(invalidRequest(problems))
    const keywordReplies = stored(call.request.replies)
    const details = Object.fromEntries(
      REPLY_KINDS.map((kind) => [kind, keywordReplies[kind]?.join(',') ?? 'none']),
    )
    return E.right(changed(unit, { ...app.right, keywordReplies }, details))
  },
})
