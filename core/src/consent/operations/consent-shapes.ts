import type * as t from 'io-ts'
import { CHANNEL_NAMES } from '../../channels/channels.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { present } from '../../kernel/present.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { appId, organizationId } from '../../runner/domain/fields/tenancy.js'
import { CONSENT_KINDS, CONSENT_SOURCES, type ConsentEntry } from '../domain/consent-entry.js'
import { suppressionScope } from './shapes.js'

const consentId = identifier('ID of the entry; starts with `con_`.', 'con_01k9x7c2v5n8q4r6t0w3y1z5bd')

const EVIDENCE = {
  description: 'Short text or reference that proves the change, for example the ID of a form.',
  example: 'Web form 4711, double opt-in.',
}

/** The evidence that an Organization writes into its register. */
export const consentEvidence = text({ ...EVIDENCE, minLength: 1, maxLength: 500, oneLine: true })

/** The channel that an opt-in is for. */
export const consentChannel = literalUnion(CHANNEL_NAMES, {
  description: 'The only channel that the opt-in is for. If omitted: all channels.',
})

/** An entry of the consent register (docs/api/consent#consent-register). */
export const consentShape = open(
  {
    consentId,
    organizationId,
    to: text({ description: 'The recipient, masked.', example: '+91******3210' }),
    kind: literalUnion(CONSENT_KINDS, {
      description:
        '`opt_in`: the recipient wants messages. `opt_out`: they get none, or not all. `release`: an opt-out ended without an opt-in.',
    }),
    source: literalUnion(CONSENT_SOURCES, {
      description: 'Side that reported it: the recipient, a provider, the Organization or support.',
    }),
    scope: suppressionScope,
    evidence: text(EVIDENCE),
    givenAt: timestamp('Time at which the recipient or the provider said so.'),
    recordedAt: timestamp('Time at which it was recorded.'),
  },
  { appId, channel: consentChannel },
  { name: 'Consent', description: 'An entry of the consent register of an Organization.' },
)

/** An entry as responses show it: with a masked recipient, without the recipient's digest. */
export const consentView = (entry: ConsentEntry): t.TypeOf<typeof consentShape> => {
  const { consentId: id, maskedTo, kind, source, scope, evidence, givenAtMs, recordedAtMs } = entry
  return {
    consentId: id,
    organizationId: entry.organizationId,
    to: maskedTo,
    kind,
    source,
    scope,
    evidence,
    givenAt: isoTime(givenAtMs),
    recordedAt: isoTime(recordedAtMs),
    ...present({ appId: entry.appId, channel: entry.channel }),
  }
}
