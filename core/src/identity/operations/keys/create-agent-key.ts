import { checkKeyRequest } from '../../../runner/domain/grants/key-grant.js'
import { allowlistProblems } from '../../../runner/domain/grants/own-powers.js'
import { invalidRequest } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { sponsorOf } from '../../use-cases/agents/sponsor-of.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { reportNewKey } from './report-new-key.js'
import { issued, issueKey } from './key-lifecycle.js'
import { entryOf } from '../../domain/access/operation.js'
import { AGENT_KEYS, keyLabel, KEY_LIFE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { emailAddress } from '../../../kernel/codecs/email-text.js'
import { allowlist, agentKeyShape } from './shapes.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { secret } from '../credentials/shapes.js'

/**
 * Creates a key for a sponsor; refusals as in {@link sponsorOf}. It can't be used until the sponsor confirms
 * it at the website; the sponsor and the owners of the Organization get an email. InvalidRequest for an
 * operation that the sponsor may not perform, or that only an owner may allow.
 */
export const createAgentKeyEntry = entryOf('Keys', 'createAgentKey', {
  ...AGENT_KEYS,
  effect: 'adds',
  quotas: ['agentKeys', 'ownAgentKeys'],
  summary: 'Create an Agent key for a customer, or a bootstrap key',
  description:
    "The sponsor is responsible for the key, manages keys in the Organization, and has to confirm it at the website before it works. Sponsor and owners get an email. A key can't create server credentials. It expires after a year or at `expiresAt`, or never if `acknowledgeNeverExpires` is `true`. A bootstrap key, which creates an Organization, expires after a day.",
  refusals: ['NotFound'],
  request: mutationRequest(
    {
      kind: literalUnion(['customer', 'bootstrap'], {
        description: '`customer`: acts in one Organization. `bootstrap`: creates one Organization.',
      }),
      sponsorEmail: emailAddress,
      allowlist,
      label: keyLabel,
      reason,
    },
    { organizationId: organizationIdField, ...KEY_LIFE },
  ),
  result: mutationResult({ agentKey: agentKeyShape, secret }, {}),
})

export const createAgentKey = mutation(createAgentKeyEntry, {
  lock: 'exclusive',
  inspect: (parts, { nowMs }, { entries }) => checkKeyRequest(parts, nowMs, entries),
  run: async (unit, { request, facts, nowMs }, needs) => {
    const organizationId = knownIdIfNamed('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const sponsor = await sponsorOf(unit, request.sponsorEmail, organizationId.right)
    if (E.isLeft(sponsor)) return sponsor
    const { user, role } = sponsor.right
    const unfit =
      role === undefined ? [] : allowlistProblems({ role, isOwn: false }, request.allowlist, needs.entries)
    if (unfit.length > 0) return E.left(invalidRequest(unfit))
    const isConfirmed = user.userId === facts.user.userId
    const ownership = { organizationId: organizationId.right, sponsorId: user.userId }
    const made = await issueKey(
      needs,
      unit,
      { kind: request.kind, ...ownership, isConfirmed },
      request,
      nowMs,
    )
    if (E.isRight(made)) await reportNewKey(needs, unit, made.right.key, facts.user, nowMs)
    return issued(made, request.reason, nowMs)
  },
})
