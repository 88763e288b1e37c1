import type { Registration } from '../../channels/channels.js'
import { vendorTriesForMs } from '../../channels/own-records.js'
import { USUAL_CHALLENGE_MS } from '../../otp/domain/challenge.js'
import { SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { TemplateCategory } from './template.js'

/** A warning about a template that doesn't prevent sending it. */
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
 * The warnings for a version with its registration. There is one: its vendor may try to deliver a code longer
 * than codes are valid by default (docs/api/templates#vendor-registration).
 */
export const warningsAbout = ({ category, registration }: Registered): readonly TemplateWarning[] => {
  if (category !== 'otp' || registration === undefined) return []
  const triesForMs = vendorTriesForMs(registration)
  if (triesForMs === undefined || triesForMs <= USUAL_CHALLENGE_MS) return []
  const [tries, good] = [triesForMs, USUAL_CHALLENGE_MS].map((ms) => ms / SECOND_MS)
  const message = `The vendor tries for ${tries} seconds to deliver a code, but codes are valid for ${good} seconds by default. The code may arrive after it has expired.`
  return [{ code: 'code_outlived', message }]
}
