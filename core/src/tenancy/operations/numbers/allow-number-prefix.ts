import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { MOST_NUMBER_PREFIXES, type NumberPrefix } from '../../../channels/number-prefix.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { invalidRequest, refusal } from '../../../kernel/refusals/refusal.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { SENDERS_ADMIN } from '../senders/entry-parts.js'
import { allowedPrefix, numberPrefixShape, numberPrefixView, prefixFields } from './prefix-shapes.js'

const PREFIX_CHANGE = {
  ...SENDERS_ADMIN,
  mutation: true,
  effect: 'changes',
  stepUp: true,
  controls: ['reason'],
  result: mutationResult({ numberPrefix: numberPrefixShape }, {}),
} as const

const tooMany = invalidRequest([
  bodyProblem(
    '/prefix',
    'not_allowed',
    `${MOST_NUMBER_PREFIXES} prefixes are allowed. Remove one that the numbering plans know by now.`,
  ),
])

const about = ({ prefix, country, minDigits, maxDigits }: NumberPrefix, reason: string) => ({
  target: prefix,
  organizationId: undefined,
  reason,
  details: { country, minDigits, maxDigits },
})

/**
 * Allows numbers with a prefix that the numbering plans refuse, or changes what is allowed for it. InvalidRequest if
 * no number could match, or if too many prefixes are allowed.
 */
export const allowNumberPrefixEntry = entryOf('Numbers', 'allowNumberPrefix', {
  ...PREFIX_CHANGE,
  summary: 'Allow a number prefix',
  description:
    'Allows numbers that start with the prefix, although the numbering plans of this version refuse them. Every process accepts them within a second.',
  success: 'The prefix is allowed.',
  request: mutationRequest({ ...prefixFields, reason: reasonField }, {}),
})

export const allowNumberPrefix = mutation(allowNumberPrefixEntry, {
  lock: 'exclusive',
  inspect: ({ prefix, minDigits, maxDigits }) => {
    if (minDigits === undefined || maxDigits === undefined) return []
    if (maxDigits < minDigits)
      return [bodyProblem('/maxDigits', 'too_small', 'The value must be at least `minDigits`.')]
    // The prefix has a `+`, so this also refuses a number without a digit of its own.
    return prefix !== undefined && maxDigits < prefix.length
      ? [bodyProblem('/maxDigits', 'too_small', 'The numbers must have more digits than the prefix.')]
      : []
  },
  run: async ({ numberPrefixes }: UnitOfWork, { request, nowMs }) => {
    const { reason, ...numbers } = request
    const allowed = { ...numbers, reason, createdAtMs: nowMs }
    const before = await numberPrefixes.lock(numbers.prefix)
    if (before === undefined && (await numberPrefixes.count()) >= MOST_NUMBER_PREFIXES) return E.left(tooMany)
    if (before === undefined) numberPrefixes.add(allowed)
    else numberPrefixes.replace(allowed)
    return E.right({ result: { numberPrefix: numberPrefixView(allowed) }, about: about(allowed, reason) })
  },
})

/** Removes an allowed prefix. NotFound if it isn't allowed. */
export const removeNumberPrefixEntry = entryOf('Numbers', 'removeNumberPrefix', {
  ...PREFIX_CHANGE,
  effect: 'ends',
  refusals: ['NotFound'],
  summary: 'Remove an allowed number prefix',
  description:
    'Sends to these numbers are refused again, unless the numbering plans know them. Accepted messages are still sent.',
  success: 'The prefix is removed.',
  request: mutationRequest({ prefix: allowedPrefix, reason: reasonField }, {}),
})

export const removeNumberPrefix = mutation(removeNumberPrefixEntry, {
  lock: 'exclusive',
  run: async ({ numberPrefixes }: UnitOfWork, { request: { prefix, reason } }) => {
    const before = await numberPrefixes.lock(prefix)
    if (before === undefined) return E.left(refusal('NotFound'))
    numberPrefixes.remove(prefix)
    return E.right({ result: { numberPrefix: numberPrefixView(before) }, about: about(before, reason) })
  },
})
