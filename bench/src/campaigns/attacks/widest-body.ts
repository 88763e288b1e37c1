import { WIDEST_VARIABLES, type WidestTenant } from './widest-tenant.js'

/** An emoji has the maximum number of bytes of a character. */
const CHARACTER = '\u{1F600}'

/**
 * A batch of the largest shape that is accepted: 50 emails, each with 50 variables of 500 characters
 * (docs/api/limits#limits).
 */
export const widestBatch = ({ projectId, appId, templateId }: Omit<WidestTenant, 'credentials'>): string => {
  const variables = Object.fromEntries(WIDEST_VARIABLES.map((name) => [name, CHARACTER.repeat(500)]))
  const messageTo = (at: number) => ({
    projectId,
    appId,
    channel: 'email',
    to: `reader-${at}@example.com`,
    templateId,
    variables,
  })
  return JSON.stringify({ messages: Array.from({ length: 50 }, (_, at) => messageTo(at)) })
}
