import type { Actor } from '../../audit/domain/audit-event.js'
import type { VendorTemplate } from '../../channels/kind.js'
import { vendorTemplateOf } from '../../channels/own-records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TemplateDraft } from './draft.js'
import type { ReviewStep } from './review.js'
import type { TemplateReport, VendorVerdict } from './template-report.js'

/** The actor for a vendor's decisions. */
export const VENDOR: Actor = { kind: 'system', id: 'vendor' }

/** Vendors write languages with a hyphen or an underscore. */
const languageKey = (language: string): string => language.replaceAll('-', '_').toLowerCase()

/**
 * The name and language under which the vendor knows a version: from its registration, or else from the
 * request to the vendor.
 */
export const vendorTemplateNameOf = ({
  registration,
  vendorTemplate,
}: KnownVersion): VendorTemplate | undefined =>
  registration === undefined ? vendorTemplate : vendorTemplateOf(registration)

type KnownVersion = Pick<TemplateDraft, 'registration' | 'vendorTemplate'>

/** Whether a report is about a version, by name and language. */
export const isReportOn = (version: KnownVersion, { name, language }: VendorTemplate): boolean => {
  const known = vendorTemplateNameOf(version)
  return known?.name === name && languageKey(known.language) === languageKey(language)
}

/** The reasons of pauses after refused messages: these don't end with a later decision of the vendor. */
const REFUSED = /^refused_/

const wasPausedByVendor = ({ state, history }: TemplateDraft): boolean => {
  const last = history.at(-1)
  const isByVendor = last?.actor.kind === VENDOR.kind && last.actor.id === VENDOR.id
  return state === 'paused' && isByVendor && !REFUSED.test(last.reasonCode ?? '')
}

/** A decision on whether a template can be sent. */
type Decision = Exclude<VendorVerdict, 'recategorized'>

/** The vendor's words for refused messages, in a sentence. */
const refusalSentence = ({
  reason = '',
  words,
}: Pick<TemplateReport, 'reason' | 'words'>): string | undefined =>
  REFUSED.test(reason)
    ? `The vendor refused several messages in a row: ${[reason.replace(REFUSED, ''), words].filter(Boolean).join(', ')}.`.replace(
        /\.\.$/,
        '.',
      )
    : undefined

const SENTENCES = {
  paused: 'The vendor paused the template.',
  rejected: 'The vendor rejected the template.',
} as const

/**
 * The effect of a vendor's report on a version; undefined if there is none
 * (docs/api/templates#vendor-registration).
 * - A version in use is paused if the vendor paused or rejected it.
 * - An approval resumes a version that the vendor paused. A super admin's pause stays, and so does one after
 *   refused messages, which a super admin ends.
 * - A version that waits for the vendor is rejected by both. An approval alone doesn't approve it, because a
 *   super admin must record its registration.
 */
export const vendorStep = (
  draft: TemplateDraft,
  { verdict, reason, words }: Pick<TemplateReport, 'reason' | 'words'> & { readonly verdict: Decision },
  atMs: EpochMs,
): ReviewStep | undefined => {
  const step = {
    version: draft.version,
    actor: VENDOR,
    atMs,
    reasonCode: reason ?? verdict,
    variable: undefined,
  }
  if (verdict === 'approved')
    return wasPausedByVendor(draft) ? { ...step, act: { _tag: 'Resume' }, reason: undefined } : undefined
  const sentence = refusalSentence({ reason, words }) ?? SENTENCES[verdict]
  if (draft.state === 'pending_vendor') return { ...step, act: { _tag: 'Reject' }, reason: sentence }
  if (draft.state !== 'approved') return undefined
  return { ...step, act: { _tag: 'Pause' }, reason: sentence }
}
