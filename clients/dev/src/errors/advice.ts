import { CODE_GUIDES, type CodeGuide } from './code-guides.js'

/** Advice that names this program's own commands and options; all other advice is the registry's. */
const OWN_ADVICE: Readonly<Record<string, string>> = {
  unauthenticated: 'Create a new credential at the website, then run postrider-dev login.',
  idempotency_conflict: 'This key was used for a different request. Use another --key.',
  route_not_found: 'Check that --url is the URL of the service.',
  unexpected_answer: 'Check that --url is the URL of the service and not of a proxy page.',
  no_answer: 'Run postrider-dev why to find the cause.',
}

/** The guide of an error code, field code or failure code; undefined for a code that is new to this program. */
export const guideOf = (code: string): CodeGuide | undefined =>
  Object.hasOwn(CODE_GUIDES, code) ? CODE_GUIDES[code] : undefined

/** What to do about an error or failure, by its code; undefined for a code that is new to this program. */
export const adviceOn = (code: string): string | undefined =>
  Object.hasOwn(OWN_ADVICE, code) ? OWN_ADVICE[code] : guideOf(code)?.fix
