import { CHANNEL_NAMES, CHANNELS } from '../../channels/channels.js'
import type { ContentParts } from '../../channels/fields.js'
import { type StarterTemplate, starterTemplates } from '../domain/starter-templates.js'
import type { UserId } from '../../kernel/ids/id.js'
import { starterView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { type FieldProblem, refusal } from '../../kernel/refusals/refusal.js'
import {
  type ApprovedStarter,
  type StarterCategory,
  type StarterSlot,
  starterSlot,
} from '../domain/approved-starter.js'
import { contentIn } from '../domain/draft-content.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { mutation, type PartsOf, reading, shown } from '../../runner/use-cases/implementation.js'
import { inspectDraft } from './save-customer-template-draft.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { REVIEW_READING, REVIEW_DECISION } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import {
  readRequest,
  readResult,
  mutationRequest,
  mutationResult,
} from '../../runner/domain/entries/request.js'
import { list } from '../../kernel/codecs/list.js'
import {
  starterShape,
  missingStarter,
  templateChannel,
  starterCategory,
  templateLanguage,
  contentRequest,
  variablesRequest,
  starterVersion,
} from './shapes.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { reason as reasonField, name as nameField } from '../../runner/domain/fields/written-texts.js'

/** The approval of a text: approver, time and reason. */
interface StarterApproval {
  readonly approvedBy: UserId
  readonly reason: string
  readonly approvedAtMs: EpochMs
  readonly version: number
}

interface StarterText extends Pick<StarterTemplate, 'channel' | 'name' | 'language' | 'variables'> {
  readonly category: StarterCategory
  readonly content: ContentParts
}

const approved = (
  { channel, category, name, language, content, variables }: StarterText,
  approval: StarterApproval,
): ApprovedStarter => ({
  slot: starterSlot(channel, category),
  name: name.trim(),
  category,
  language,
  content: contentIn(channel, content),
  variables,
  ...approval,
})

/**
 * Postrider's own starter templates: for each channel one about an order, and one with an OTP if the channel
 * carries OTPs.
 */
const OWN: readonly StarterText[] = starterTemplates(CHANNEL_NAMES).map((text) => ({
  ...text,
  category: text.category === 'otp' ? 'otp' : 'transactional',
}))

const missingAmong = (present: ReadonlyArray<Pick<ApprovedStarter, 'slot'>>): readonly StarterText[] => {
  const slots = new Set<StarterSlot>(present.map(({ slot }) => slot))
  return OWN.filter(({ channel, category }) => !slots.has(starterSlot(channel, category)))
}

/** Lists the platform's starter templates, and Postrider's own ones that are missing. */
export const listStarterTemplatesEntry = entryOf('Templates', 'listStarterTemplates', {
  ...REVIEW_READING,
  summary: "List the platform's starter templates, and which are missing",
  description: "Lists the starter templates of the platform, and those of Postrider that haven't been added.",
  audiences: ['adminConsole'],
  keyKinds: [],
  live: runAgainForAll('act'),
  request: readRequest({}, {}),
  result: readResult(
    {
      starters: list(starterShape, { description: 'The starter templates of the platform.' }),
      missing: list(missingStarter, {
        description: 'Starter templates of Postrider that have not been added.',
      }),
    },
    {},
  ),
})

export const listStarterTemplates = reading(listStarterTemplatesEntry, {
  read: async (_call, { storage }) => {
    const read = await storage.templates.starters()()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const missing = missingAmong(value).map(({ channel, category }) => ({ channel, category }))
    return shown(epoch, { starters: value.map(starterView), missing })
  },
})

/** Approves Postrider's own starter templates that are missing; does nothing if none is. */
export const addStarterTemplatesEntry = entryOf('Templates', 'addStarterTemplates', {
  ...REVIEW_DECISION,
  effect: 'adds',
  noStepUp: NO_STEP_UP.OWN_TEXTS,
  quotas: ['starterTemplates'],
  summary: 'Add the missing starter templates of Postrider, approved only for the sandbox',
  description: "Existing starter templates aren't changed. If none is missing, nothing changes.",
  controls: ['reason'],
  refusals: [],
  request: mutationRequest({ reason: reasonField }, {}),
  result: mutationResult(
    { starters: list(starterShape, { description: 'The starter templates of the platform.' }) },
    {},
  ),
})

export const addStarterTemplates = mutation(addStarterTemplatesEntry, {
  lock: 'exclusive',
  run: async (unit, { request: { reason }, facts, nowMs }) => {
    const approval = { approvedBy: facts.user.userId, reason, approvedAtMs: nowMs, version: 1 }
    const added = missingAmong(await unit.starters.all()).map((text) => approved(text, approval))
    for (const starter of added) unit.starters.add(starter)
    return E.right({
      result: { starters: added.map(starterView) },
      about: {
        target: 'starters',
        organizationId: undefined,
        reason,
        details: { added: added.map(({ slot }) => slot).join(' ') },
      },
    })
  },
})

/** Only channels that carry OTPs have a text for them. */
const categoryProblems = ({
  channel,
  category,
}: PartsOf<typeof saveStarterTemplateEntry>): readonly FieldProblem[] =>
  category === 'otp' && channel !== undefined && !CHANNELS[channel].carriesOtp
    ? [bodyProblem('/category', 'not_allowed', 'This channel does not support OTPs.')]
    : []

/** Approves a text as a starter template. Conflict if the version isn't current. */
export const saveStarterTemplateEntry = entryOf('Templates', 'saveStarterTemplate', {
  ...REVIEW_DECISION,
  effect: 'changes',
  stepUp: true,
  quotas: ['starterTemplates'],
  summary: 'Create or change a starter template, approved only for the sandbox',
  description:
    'Organizations that have a copy keep it unchanged. Texts that a review would reject are refused.',
  refusals: [],
  request: mutationRequest(
    {
      channel: templateChannel,
      category: starterCategory,
      name: nameField('Name that copies of the template get.', 'starter-sms'),
      language: templateLanguage,
      content: contentRequest,
      variables: variablesRequest,
      reason: reasonField,
    },
    { version: starterVersion },
  ),
  result: mutationResult({ starter: starterShape }, {}),
})

export const saveStarterTemplate = mutation(saveStarterTemplateEntry, {
  lock: 'exclusive',
  inspect: (parts, circumstances, needs) => {
    const { channel, content, variables } = parts
    const problems = inspectDraft({ channel, content, variables }, circumstances, needs)
    return [...categoryProblems(parts), ...problems]
  },
  run: async (unit, { request, facts, nowMs }) => {
    const { channel, category, reason } = request
    const slot = starterSlot(channel, category)
    const before = await unit.starters.lock(slot)
    if (before?.version !== request.version) return E.left(refusal('Conflict'))
    const version = (before?.version ?? 0) + 1
    const approval = { approvedBy: facts.user.userId, reason, approvedAtMs: nowMs, version }
    const starter = approved(request, approval)
    if (before === undefined) unit.starters.add(starter)
    else unit.starters.replace(starter)
    return E.right({
      result: { starter: starterView(starter) },
      about: { target: slot, organizationId: undefined, reason, details: { version } },
    })
  },
})
