import type { MessageRequest } from '@postrider/client'
import { usageError } from '../errors/exit-code.js'

/** The options of a message. */
export interface MessageOptions {
  readonly channel: string
  readonly to: string
  readonly template: string
  readonly var?: readonly string[]
  readonly reference?: string
  readonly recipientName?: string
}

/** Variables as `name=value`, one option each. */
export const variablesOf = (given: readonly string[] = []): Readonly<Record<string, string>> =>
  Object.fromEntries(
    given.map((each) => {
      const at = each.indexOf('=')
      if (at < 1) throw usageError(`"${each}" isn’t name=value.`, '--var name=value')
      return [each.slice(0, at), each.slice(at + 1)]
    }),
  )

/** The message from the options. */
export const messageOf = (
  options: MessageOptions,
  { projectId, appId }: Pick<MessageRequest, 'projectId' | 'appId'>,
): MessageRequest => ({
  projectId,
  appId,
  // The service checks channels that are unknown to this program.
  channel: options.channel as MessageRequest['channel'],
  to: options.to,
  templateId: options.template,
  variables: variablesOf(options.var),
  ...(options.reference === undefined ? {} : { clientReference: options.reference }),
  ...(options.recipientName === undefined ? {} : { recipientName: options.recipientName }),
})
