import { broken } from '../../../kernel/codecs/fault.js'
import { identifier } from '../../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { text } from '../../../kernel/codecs/text.js'
import { isCountry } from '../../../kernel/places/countries.js'

export const organizationId = identifier(
  'ID of the Organization; starts with `org_`.',
  'org_01k9x7c2v5n8q4r6t0w3y1z5bd',
)
export const brandId = identifier('ID of the Brand; starts with `brd_`.', 'brd_01k9x7c2v5n8q4r6t0w3y1z5bd')
export const projectId = identifier(
  'ID of the Project; starts with `prj_`.',
  'prj_01k9x7c2v5n8q4r6t0w3y1z5bd',
)
export const appId = identifier(
  'ID of the Registered App; starts with `app_`.',
  'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

export const environment = literalUnion(['test', 'production'], {
  description: 'In `test`, only the sandbox sends, with play money; `production` sends to real recipients.',
})

/** The environment of an Organization that a request about money refers to (docs/api/money#environments). */
export const environmentMeant = literalUnion(['test', 'production'], {
  description:
    "Environment whose money is meant; test and production are separate. Default: the environment of the Organization's Projects, if all have the same.",
})

/** The platforms of apps (docs/api/access#apps). */
export const PLATFORMS = ['server', 'web', 'ios', 'android'] as const

const unknownCountry = broken(
  'not_allowed',
  'The value must be a country code of ISO 3166-1, for example `IN`.',
)

/** A country code. */
export const countryCode = text({
  pattern: /^[A-Z]{2}$/,
  refuses: (input) => (isCountry(input) ? undefined : unknownCountry),
  description: 'Country code (ISO 3166-1 alpha-2).',
  example: 'IN',
})
