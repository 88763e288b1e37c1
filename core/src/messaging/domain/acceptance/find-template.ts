import type { PreparedCatalog } from '../../../catalog/domain/prepared-catalog.js'
import { type Refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import { barToSending, type CompiledTemplate } from '../../../templates/domain/compiled-template.js'
import { inLanguage } from '../../../templates/domain/languages-of.js'
import { wantedLanguages } from '../../../templates/domain/template-language.js'
import { E } from '../../../fp.js'
import type { AddressedRequest } from '../messages/send-request.js'

const unavailable = (message: string): E.Either<Refusal, never> =>
  E.left(refusalSaying('TemplateUnavailable', message))

// Templates of other Organizations, unknown IDs and drafts get the same response, because sends don't see
// drafts.
const UNKNOWN = unavailable(
  'No approved template of the Organization has this ID. A draft can be used after one of its versions is approved.',
)
const PAUSED = unavailable('The template is paused.')
const RETIRED = unavailable('The template is retired.')

/**
 * Returns the approved template that a request names, in the language for the recipient. It has to be for the request's
 * channel, and sendable to its destination (docs/api/templates#vendor-registration). Otherwise it returns TemplateUnavailable with the
 * reason, without revealing templates of other Organizations (`docs/decisions/0032`).
 */
export const findTemplate = (
  { templates, catalog }: PreparedCatalog,
  { templateId, channel, recipient, codeVariable }: AddressedRequest,
): E.Either<Refusal, CompiledTemplate> => {
  const known = catalog.templates.get(templateId)
  if (known === undefined) return UNKNOWN
  if (known.status === 'paused') return PAUSED
  if (known.status === 'retired') return RETIRED
  const template = templates.get(templateId)
  if (template === undefined) return UNKNOWN
  if (template.channel !== channel)
    return unavailable(`The template is for ${template.channel}, not for ${channel}.`)
  // As an OTP, it would reach people who get nothing promotional.
  if (codeVariable !== undefined && template.version.category === 'promotional')
    return unavailable("A promotional template can't be used for an OTP.")
  const { app } = catalog
  const barOf = (one: CompiledTemplate): string | undefined =>
    barToSending(one, recipient.to, app.environment)
  const taken =
    template.languages === undefined || app.languages === undefined
      ? template
      : inLanguage(
          template,
          wantedLanguages(app.languages, recipient.country),
          (variant) => barOf(variant) === undefined,
        )
  const bar = barOf(taken)
  return bar === undefined ? E.right(taken) : unavailable(bar)
}
