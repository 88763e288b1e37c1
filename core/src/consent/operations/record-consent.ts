import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { E } from '../../fp.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { parseAnyRecipient } from '../../channels/any-recipient.js'
import { CHANNELS } from '../../channels/channels.js'
import { list } from '../../kernel/codecs/list.js'
import { timestamp } from '../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { present } from '../../kernel/present.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest, type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { momentOf } from '../../kernel/time/epoch-ms.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import {
  appId as appIdField,
  organizationId as organizationIdField,
} from '../../runner/domain/fields/tenancy.js'
import {
  type CallOf,
  mutation,
  type OperationNeeds,
  type PartsOf,
} from '../../runner/use-cases/implementation.js'
import { knownIdIfNamed } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { recipientDigest } from '../domain/suppression.js'
import {
  optInObstacle,
  type OwnConsent,
  type RecordedConsent,
  recordOptIn,
  recordOptOut,
} from '../use-cases/record-own-consent.js'
import { consentChannel, consentEvidence, consentShape, consentView } from './consent-shapes.js'
import { recipientText, suppressionScope } from './shapes.js'

const MOST_RECIPIENTS = 100

/**
 * Records that recipients opted in or out, with the evidence for it. NotFound for an app of another Organization;
 * InvalidRequest, and nothing is recorded, if one of the recipients opted out and an opt-in can't end that.
 */
export const recordConsentEntry = entryOf('Suppressions', 'recordConsent', {
  audiences: ['customerWebsite', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'apps.manage',
  whileSuspended: true,
  summary: 'Record opt-ins or opt-outs of recipients',
  description:
    'An opt-out suppresses the recipients in the whole Organization. An opt-in ends an opt-out that was recorded like this, but not the recipient’s own: only their START ends it, and the request is refused.',
  success: 'The consents are recorded.',
  mutation: true,
  effect: 'changes',
  controls: [],
  refusals: ['NotFound'],
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      kind: literalUnion(['opt_in', 'opt_out'], {
        description: '`opt_in`: the recipients want the messages. `opt_out`: they don’t.',
      }),
      to: list(recipientText, {
        minItems: 1,
        maxItems: MOST_RECIPIENTS,
        description: 'The recipients: phone numbers with a leading `+`, or email addresses.',
      }),
      scope: suppressionScope,
      evidence: consentEvidence,
    },
    {
      appId: appIdField,
      channel: consentChannel,
      givenAt: timestamp('Time at which the recipients said so; not in the future. Default: now.'),
    },
  ),
  result: mutationResult(
    { consents: list(consentShape, { description: 'The new entries, in the order of the recipients.' }) },
    {},
  ),
})

type Call = CallOf<typeof recordConsentEntry>

const FORM = 'The value must be a valid international number with a leading +, or one email address.'
const OTHER_CHANNEL = "The channel doesn't reach this recipient."
const ONLY_OPT_INS = 'Only an opt-in can be limited. An opt-out covers all apps and channels.'

/** The problems of the recipients, each at its place in the list. */
const recipientFaults = (
  { phoneNumbers }: OperationNeeds,
  { to = [], channel }: PartsOf<typeof recordConsentEntry>,
): readonly FieldProblem[] => {
  const countryOf = (e164: string): string | undefined => phoneNumbers.countryOf(e164)
  return to.flatMap((one, at) => {
    if (one === undefined) return []
    if (parseAnyRecipient(one, countryOf) === undefined) return [bodyProblem(`/to/${at}`, 'format', FORM)]
    return channel === undefined || CHANNELS[channel].recipient.parse(one, countryOf) !== undefined
      ? []
      : [bodyProblem(`/to/${at}`, 'mismatch', OTHER_CHANNEL)]
  })
}

/** The recipients as the register knows them, each once. */
const peopleOf = ({ digests, phoneNumbers }: OperationNeeds, to: readonly string[]) => {
  const people = to.flatMap((one, at) => {
    const parsed = parseAnyRecipient(one, (e164) => phoneNumbers.countryOf(e164))
    return parsed === undefined
      ? []
      : [{ recipient: recipientDigest(parsed.to, digests.sha256), maskedTo: parsed.masked, at }]
  })
  const first = new Map(people.toReversed().map(({ recipient, at }) => [recipient, at]))
  return people.filter(({ recipient, at }) => first.get(recipient) === at)
}

/** The consent that the call records; NotFound if its app isn't the Organization's. */
const consentOf = async (unit: UnitOfWork, call: Call): Promise<E.Either<Refusal, OwnConsent>> => {
  const { kind, scope, evidence, channel, givenAt } = call.request
  const { organizationId } = membershipOf(call).organization
  const appId = knownIdIfNamed('app', call.request.appId)
  if (E.isLeft(appId)) return appId
  const app = appId.right === undefined ? undefined : await unit.apps.lock(appId.right)
  if (appId.right !== undefined && app?.organizationId !== organizationId) return E.left(refusal('NotFound'))
  const grant = present({ appId: appId.right, channel })
  const givenAtMs = givenAt === undefined ? call.nowMs : momentOf(givenAt)
  return E.right({ organizationId, kind, scope, grant, evidence, givenAtMs })
}

/** Records the consent for all people; left: the ones whose opt-in can't be recorded. */
const recordAll = async (
  needs: OperationNeeds,
  unit: UnitOfWork,
  consent: OwnConsent,
  people: ReturnType<typeof peopleOf>,
): Promise<E.Either<Refusal, readonly RecordedConsent[]>> => {
  const problems: FieldProblem[] = []
  if (consent.kind === 'opt_in')
    for (const person of people) {
      const obstacle = await optInObstacle(unit, consent, person)
      if (obstacle !== undefined) problems.push(bodyProblem(`/to/${person.at}`, 'not_allowed', obstacle))
    }
  if (problems.length > 0) return E.left(invalidRequest(problems))
  const record = consent.kind === 'opt_in' ? recordOptIn : recordOptOut
  const recorded: RecordedConsent[] = []
  for (const { recipient, maskedTo } of people)
    recorded.push(await record(needs, unit, consent, { recipient, maskedTo }))
  return E.right(recorded)
}

export const recordConsent = mutation(recordConsentEntry, {
  lock: 'exclusive',
  inspect: (parts, { nowMs }, needs) => {
    const { kind, givenAt, appId, channel } = parts
    const isLimited = appId !== undefined || channel !== undefined
    const isFuture = givenAt !== undefined && momentOf(givenAt) > nowMs
    return [
      ...recipientFaults(needs, parts),
      ...(isFuture ? [bodyProblem('/givenAt', 'too_large', 'The time must not be in the future.')] : []),
      ...(kind === 'opt_out' && isLimited
        ? [bodyProblem(appId === undefined ? '/channel' : '/appId', 'not_allowed', ONLY_OPT_INS)]
        : []),
    ]
  },
  run: async (unit, call, needs) => {
    const consent = await consentOf(unit, call)
    if (E.isLeft(consent)) return consent
    const recorded = await recordAll(needs, unit, consent.right, peopleOf(needs, call.request.to))
    if (E.isLeft(recorded)) return recorded
    const [first, ...others] = recorded.right.map(({ entry, details }) => ({
      target: entry.consentId,
      details,
    }))
    if (first === undefined) throw new Error('a consent without recipients was recorded')
    return E.right({
      result: { consents: recorded.right.map(({ entry }) => consentView(entry)) },
      about: first,
      further: others.map((one) => ({ action: recordConsentEntry.name, ...one })),
    })
  },
})
