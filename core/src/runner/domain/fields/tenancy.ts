import { identifier } from '../../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { text } from '../../../kernel/codecs/text.js'

export const organizationId = identifier('The Organization.', 'org_01k9x7c2v5n8q4r6t0w3y1z5bd')
export const brandId = identifier('The Brand.', 'brd_01k9x7c2v5n8q4r6t0w3y1z5bd')
export const projectId = identifier('The Project.', 'prj_01k9x7c2v5n8q4r6t0w3y1z5bd')
export const appId = identifier('The Registered App.', 'app_01k9x7c2v5n8q4r6t0w3y1z5bd')

export const environment = literalUnion(['test', 'production'], {
  description: 'In `test` only the sandbox sends, and money is play money.',
})

/** The environment of an Organization that a request about money refers to (docs/contract#environments). */
export const environmentMeant = literalUnion(['test', 'production'], {
  description:
    "Which of the Organization's environments: test and production keep their money apart. Absent: the environment of its Projects, where all are of the same.",
})

/** The platforms of apps (docs/contract#apps). */
export const PLATFORMS = ['server', 'web', 'ios', 'android'] as const

/** A country code. */
export const countryCode = text({
  pattern: /^[A-Z]{2}$/,
  description: 'ISO 3166-1 alpha-2 code.',
  example: 'IN',
})
