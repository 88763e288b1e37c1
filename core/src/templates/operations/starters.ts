import { CHANNEL_NAMES, CHANNELS } from '../../channels/channels.js'
import { type StarterTemplate, starterTemplates } from '../domain/starter-templates.js'
import type { UserId } from '../../kernel/ids/id.js'
import { templateOperations } from './operations.js'
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
import { inspectDraft } from './inspect-draft.js'

/** Who approved a text, when and why. */
interface StarterApproval {
  readonly approvedBy: UserId
  readonly reason: string
  readonly approvedAtMs: EpochMs
  readonly version: number
}

type StarterText = Pick<StarterTemplate, 'channel' | 'name' | 'language' | 'content' | 'variables'> & {
  readonly category: StarterCategory
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

/** What comes with Postrider: of each channel one about an order, and one that takes an OTP where it carries them. */
const OWN: readonly StarterText[] = starterTemplates(CHANNEL_NAMES).map((text) => ({
  ...text,
  category: text.category === 'otp' ? 'otp' : 'transactional',
}))

const missingAmong = (present: ReadonlyArray<Pick<ApprovedStarter, 'slot'>>): readonly StarterText[] => {
  const slots = new Set<StarterSlot>(present.map(({ slot }) => slot))
  return OWN.filter(({ channel, category }) => !slots.has(starterSlot(channel, category)))
}

/** The platform's starter templates, and those of its own that are not there. */
export const listStarterTemplates = reading(templateOperations.listStarterTemplates, {
  read: async (_call, { storage }) => {
    const read = await storage.templates.starters()()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const missing = missingAmong(value).map(({ channel, category }) => ({ channel, category }))
    return shown(epoch, { starters: value.map(starterView), missing })
  },
})

/** Approves what comes with Postrider and is not there; harmless where nothing is missing. */
export const addStarterTemplates = mutation(templateOperations.addStarterTemplates, {
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

/** Only a channel that carries OTPs has a text for them. */
const categoryProblems = ({
  channel,
  category,
}: PartsOf<typeof templateOperations.saveStarterTemplate>): readonly FieldProblem[] =>
  category === 'otp' && channel !== undefined && !CHANNELS[channel].carriesOtp
    ? [bodyProblem('/category', 'not_allowed', 'No OTP goes by this channel.')]
    : []

/** Approves a text as a starter template; Conflict for another version than the present one. */
export const saveStarterTemplate = mutation(templateOperations.saveStarterTemplate, {
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
