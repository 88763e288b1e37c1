import type { RenderedContent } from '../../../channels/channels.js'
import type { Message } from '../../domain/messages/message.js'
import { parseUnsealed, sealedVariablesContext } from '../../../kernel/messages/sealed-variables.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import { emitFailure } from '../../../providers/use-cases/calls/query-status.js'
import type { ClaimedCall } from './claimed-call.js'

type Needs = Pick<Ports, 'telemetry' | 'timers' | 'keyRing'>

/** Why a message says nothing, and at which stage that is counted, if it is held against the message. */
export interface Unready {
  readonly failed?: 'unsealing' | 'rendering'
  readonly detail: string
}

/** What a claimed message says. */
export interface ReadyMessage {
  readonly content: RenderedContent
  /** The OTP in it, where it carries one. */
  readonly otp: string | undefined
}

/** The message's variables as its recipient is to read them, and those of them that were sealed. */
interface Readable {
  readonly variables: Message['variables']
  readonly unsealed: Message['variables']
}

/**
 * The message's variables as its recipient is to read them. Left, and told to telemetry, where a sealed value is damaged;
 * and where its key is not in this process: another may have it, or this one soon, so that the message waits and nothing
 * is held against it.
 */
const readable = (needs: Needs, message: Message): E.Either<Unready, Readable> => {
  const { messageId, variables, sealedVariables } = message
  if (sealedVariables === undefined) return E.right({ variables, unsealed: {} })
  try {
    const opened = needs.keyRing.open(sealedVariables, sealedVariablesContext(messageId))
    if (E.isLeft(opened)) {
      const detail = `sealed under the key ${opened.left.keyId}, which this process does not have`
      emitFailure(needs, 'keys', new Error(`a message is ${detail}`), message)
      return E.left({ detail })
    }
    const unsealed = parseUnsealed(opened.right)
    if (unsealed === undefined) throw new Error(`what ${messageId} has sealed is no record of texts`)
    return E.right({ variables: { ...variables, ...unsealed }, unsealed })
  } catch (cause) {
    emitFailure(needs, 'keys', cause, message)
    return E.left({ failed: 'unsealing', detail: 'the sealed variables cannot be opened' })
  }
}

/** What the recipient gets; undefined, and told to telemetry without a word of it, where the template does not render. */
const rendered = (
  needs: Needs,
  { message, template }: ClaimedCall,
  variables: Message['variables'],
): RenderedContent | undefined => {
  try {
    return template.content.render(variables)
  } catch {
    const { templateVersionId } = template.version
    emitFailure(needs, 'rendering', new Error(`template ${templateVersionId} does not render`), message)
    return undefined
  }
}

/** What is sealed of a message is its OTP (docs/contract#otp-request). */
const otpIn = ({ unsealed }: Readable): string | undefined => Object.values(unsealed)[0]

/** What a claimed message says, or why it cannot be said. Nothing of it is in the latter. */
export const readyContent = (needs: Needs, call: ClaimedCall): E.Either<Unready, ReadyMessage> => {
  const readableNow = readable(needs, call.message)
  if (E.isLeft(readableNow)) return readableNow
  const content = rendered(needs, call, readableNow.right.variables)
  return content === undefined
    ? E.left({ failed: 'rendering', detail: 'the template does not render' })
    : E.right({ content, otp: otpIn(readableNow.right) })
}
