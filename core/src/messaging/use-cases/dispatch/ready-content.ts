import type { RenderedContent } from '../../../channels/channels.js'
import type { Message } from '../../domain/messages/message.js'
import { parseUnsealed, sealedVariablesContext } from '../../../kernel/messages/sealed-variables.js'
import { E } from '../../../fp.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { Telemetry } from '../../ports/telemetry.js'
import { emitFailure } from '../../../providers/use-cases/calls/query-status.js'
import type { ClaimedCall } from './claimed-call.js'

interface Needs {
  readonly keyRing: KeyRing
  readonly telemetry: Telemetry
}

/** Why a message has no content, and the failed stage if it counts as a failure of the message. */
export interface Unready {
  readonly failed?: 'unsealing' | 'rendering'
  readonly detail: string
}

/** The content of a claimed message. */
export interface ReadyMessage {
  readonly content: RenderedContent
  /** The OTP in it, if it carries one. */
  readonly otp: string | undefined
}

/** The message's variables as its recipient will read them, and the decrypted ones among them. */
interface Readable {
  readonly variables: Message['variables']
  readonly unsealed: Message['variables']
}

/**
 * The message's variables as its recipient will read them. Left, and reported to telemetry, if an encrypted
 * value is damaged or its key isn't in this process. In the second case the message waits and no failure is
 * counted, because another process may have the key, or this one soon.
 */
const readable = (needs: Needs, message: Message): E.Either<Unready, Readable> => {
  const { messageId, variables, sealedVariables } = message
  if (sealedVariables === undefined) return E.right({ variables, unsealed: {} })
  try {
    const opened = needs.keyRing.open(sealedVariables, sealedVariablesContext(messageId))
    if (E.isLeft(opened)) {
      const detail = `encrypted with the key ${opened.left.keyId}, which this process does not have`
      emitFailure(needs, 'keys', new Error(`a message is ${detail}`), message)
      return E.left({ detail })
    }
    const unsealed = parseUnsealed(opened.right)
    if (unsealed === undefined) throw new Error(`what ${messageId} has sealed is no record of texts`)
    return E.right({ variables: { ...variables, ...unsealed }, unsealed })
  } catch (cause) {
    emitFailure(needs, 'keys', cause, message)
    return E.left({ failed: 'unsealing', detail: 'the encrypted variables cannot be decrypted' })
  }
}

/**
 * The content for the recipient. If the template can't be rendered, it is undefined and reported to telemetry
 * without any content.
 */
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

/** The encrypted variable of a message is its OTP (docs/api/otp#otp-request). */
const otpIn = ({ unsealed }: Readable): string | undefined => Object.values(unsealed)[0]

/** The content of a claimed message, or the reason why there is none. The reason contains no content. */
export const readyContent = (needs: Needs, call: ClaimedCall): E.Either<Unready, ReadyMessage> => {
  const readableNow = readable(needs, call.message)
  if (E.isLeft(readableNow)) return readableNow
  const content = rendered(needs, call, readableNow.right.variables)
  return content === undefined
    ? E.left({ failed: 'rendering', detail: 'the template cannot be rendered' })
    : E.right({ content, otp: otpIn(readableNow.right) })
}
