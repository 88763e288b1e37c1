import type { RenderedContent } from '../../domain/dispatch/rendered-content.js'
import type { Message } from '../../domain/messages/message.js'
import { parseUnsealed, sealedVariablesPlace } from '../../domain/messages/sealed-variables.js'
import type { CompiledTemplate } from '../../domain/templates/compiled-template.js'
import { render } from '../../domain/templates/render.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { trouble } from './ask-provider.js'
import type { ClaimedCall } from './claimed-call.js'

type Needs = Pick<Ports, 'telemetry' | 'timers' | 'keyRing'>

/** Why a message says nothing, and at which stage that is counted. */
export interface Unready {
  readonly failed: 'unsealing' | 'rendering'
  readonly detail: string
}

/**
 * The message's variables as its recipient is to read them; undefined, and told to telemetry, where a sealed value
 * cannot be opened. Another dispatcher may have the key, or this one soon: no reason to give the message up.
 */
const readable = (
  needs: Needs,
  { messageId, variables, sealedVariables }: Message,
): Message['variables'] | undefined => {
  if (sealedVariables === undefined) return variables
  try {
    const unsealed = parseUnsealed(needs.keyRing.open(sealedVariables, sealedVariablesPlace(messageId)))
    if (unsealed === undefined) throw new Error(`what ${messageId} has sealed is no record of texts`)
    return { ...variables, ...unsealed }
  } catch (cause) {
    trouble(needs, 'keys', cause)
    return undefined
  }
}

/** What the recipient gets; undefined, and told to telemetry without a word of it, where the template does not render. */
const rendered = (
  needs: Needs,
  template: CompiledTemplate,
  variables: Message['variables'],
): RenderedContent | undefined => {
  try {
    return render(template, variables)
  } catch {
    trouble(needs, 'rendering', new Error(`template ${template.version.templateVersionId} does not render`))
    return undefined
  }
}

/** What a claimed message says, or why it cannot be said. Nothing of it is in the latter. */
export const readyContent = (
  needs: Needs,
  { message, template }: ClaimedCall,
): E.Either<Unready, RenderedContent> => {
  const variables = readable(needs, message)
  if (variables === undefined)
    return E.left({ failed: 'unsealing', detail: 'the sealed variables cannot be opened' })
  const content = rendered(needs, template, variables)
  return content === undefined
    ? E.left({ failed: 'rendering', detail: 'the template does not render' })
    : E.right(content)
}
