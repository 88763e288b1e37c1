import type { Registration } from '../../channels/channels.js'
import { vendorTriesForMs } from '../../channels/own-records.js'
import { USUAL_CHALLENGE_MS } from '../../otp/domain/challenge.js'
import { SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { TemplateCategory } from './template.js'

/** What its readers should know of a template, though nothing is refused because of it. */
export interface TemplateWarning {
  /** For programs. The set is open. */
  readonly code: 'code_outlived'
  /** For people. */
  readonly message: string
}

interface Registered {
  readonly category: TemplateCategory
  readonly registration: Registration | undefined
}

/**
 * What there is to say of a version as it is registered: that its vendor goes on trying to deliver a code after the code has
 * ended, as long as codes are good whose sends do not say otherwise (docs/contract#vendor-registration).
 */
export const warningsAbout = ({ category, registration }: Registered): readonly TemplateWarning[] => {
  if (category !== 'otp' || registration === undefined) return []
  const triesForMs = vendorTriesForMs(registration)
  if (triesForMs === undefined || triesForMs <= USUAL_CHALLENGE_MS) return []
  const [tries, good] = [triesForMs, USUAL_CHALLENGE_MS].map((ms) => ms / SECOND_MS)
  const message = `Its vendor tries for ${tries} seconds to deliver a code that is good for ${good} where its send says no more: it may arrive when it has ended.`
  return [{ code: 'code_outlived', message }]
}
