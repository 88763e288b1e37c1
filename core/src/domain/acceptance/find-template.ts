import type { PreparedCatalog } from '../catalog/prepared-catalog.js'
import type { Channel } from '../channels/channel.js'
import { type Refusal, refusalSaying } from '../refusals/refusal.js'
import type { CompiledTemplate } from '../templates/compiled-template.js'
import { mayGoTo } from '../templates/may-go-to.js'
import type { Environment } from '../tenancy/records.js'
import { E } from '../../fp.js'
import type { AddressedRequest } from './send-request.js'

const unavailable = (message: string): E.Either<Refusal, never> =>
  E.left(refusalSaying('TemplateUnavailable', message))

// What is another's is told like what is nobody's, and like a draft, which sends do not know.
const UNKNOWN = unavailable(
  'No approved template of the Organization has this id; a draft can be sent once a version of it is approved.',
)
const PAUSED = unavailable('The template is paused.')
const RETIRED = unavailable('The template is retired.')
const UNTAGGED = unavailable('An SMS to +91 needs a template that was written for it, with `dlt` true.')
const UNREGISTERED_SMS = unavailable('An SMS to +91 needs a template with a DLT registration.')
const UNREGISTERED_WHATSAPP = unavailable(
  "The template has no registration at WhatsApp's vendor; only the test environment sends it.",
)

const mayNotGo = (channel: Channel, environment: Environment): E.Either<Refusal, never> => {
  if (channel === 'whatsapp') return UNREGISTERED_WHATSAPP
  return environment === 'test' ? UNTAGGED : UNREGISTERED_SMS
}

/**
 * The approved template that a request names, if it is of its channel and may go where it is to go
 * (docs/contract#vendor-registration). Left: TemplateUnavailable, which says why and tells nothing of what belongs
 * to others (`docs/decisions/0032`).
 */
export const findTemplate = (
  { templates, catalog }: PreparedCatalog,
  { templateId, channel, recipient }: AddressedRequest,
): E.Either<Refusal, CompiledTemplate> => {
  const known = catalog.templates.get(templateId)
  if (known === undefined) return UNKNOWN
  if (known.status === 'paused') return PAUSED
  if (known.status === 'retired') return RETIRED
  const template = templates.get(templateId)
  if (template === undefined) return UNKNOWN
  if (template.channel !== channel)
    return unavailable(`The template is for ${template.channel}, not for ${channel}.`)
  const { environment } = catalog.app
  return mayGoTo(template, recipient.to, environment) ? E.right(template) : mayNotGo(channel, environment)
}
