import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { invalidRequest, refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { senderRulesWith, type SenderRuleOverride } from '../../domain/senders/sender-rules.js'
import { SENDER_CHANGE } from './entry-parts.js'
import { ruleKeyFields, ruleShape, ruleVerdict, ruleView } from './rule-shapes.js'
import { list } from '../../../kernel/codecs/list.js'

const RULE_CHANGE = {
  ...SENDER_CHANGE,
  controls: ['reason'],
  result: mutationResult(
    { rules: list(ruleShape, { description: 'The rule that applies now; empty if none does.' }) },
    {},
  ),
} as const

/** The rule that applies to the country and kind, at most one. */
const ruleOf = (overrides: readonly SenderRuleOverride[], { country, kind }: Key) =>
  (senderRulesWith(overrides).get(country) ?? []).filter((rule) => rule.kind === kind).map(ruleView)

type Key = Pick<SenderRuleOverride, 'country' | 'kind'>

const about = ({ country, kind }: Key, reason: string, verdict: string) => ({
  target: country,
  organizationId: undefined,
  reason,
  details: { kind, verdict },
})

/**
 * Sets what is done with a kind of sender in a country, instead of the built-in rule. InvalidRequest if it
 * would allow a kind that no rule forbids.
 */
export const setSenderRuleEntry = entryOf('Senders', 'setSenderRule', {
  ...RULE_CHANGE,
  refusals: [],
  summary: 'Set the rule for a kind of sender in a country',
  description: 'Replaces the built-in rule. It applies to the next send in every process.',
  success: 'The rule is set.',
  request: mutationRequest({ ...ruleKeyFields, verdict: ruleVerdict, reason: reasonField }, {}),
})

export const setSenderRule = mutation(setSenderRuleEntry, {
  lock: 'exclusive',
  run: async ({ senderRules }: UnitOfWork, { request, nowMs }) => {
    const { country, kind, verdict, reason } = request
    const rule = { country, kind, verdict, createdAtMs: nowMs }
    const before = await senderRules.lock({ country, kind })
    if (before === undefined && verdict === 'allowed' && ruleOf([], rule).length === 0)
      return E.left(
        invalidRequest([bodyProblem('/verdict', 'not_allowed', 'The country has no rule for this kind.')]),
      )
    if (before === undefined) senderRules.add(rule)
    else senderRules.replace(rule)
    return E.right({
      result: { rules: ruleOf([rule], rule) },
      about: about(rule, reason, verdict),
    })
  },
})

/** Removes a rule that was set, so that the built-in one applies. NotFound if none was set. */
export const resetSenderRuleEntry = entryOf('Senders', 'resetSenderRule', {
  ...RULE_CHANGE,
  summary: 'Reset the rule for a kind of sender in a country',
  description: 'Removes the rule that was set. The built-in rule applies again, if there is one.',
  success: 'The rule is reset.',
  request: mutationRequest({ ...ruleKeyFields, reason: reasonField }, {}),
})

export const resetSenderRule = mutation(resetSenderRuleEntry, {
  lock: 'exclusive',
  run: async ({ senderRules }: UnitOfWork, { request: { country, kind, reason } }) => {
    const key = { country, kind }
    if ((await senderRules.lock(key)) === undefined) return E.left(refusal('NotFound'))
    senderRules.remove(key)
    return E.right({ result: { rules: ruleOf([], key) }, about: about(key, reason, 'built-in') })
  },
})
