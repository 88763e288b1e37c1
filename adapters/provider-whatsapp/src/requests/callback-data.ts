import { type Id, isId, type MessageId } from '@postrider/core/kernel/ids/id'

/** The template of a message: its registered name, language and category. */
interface SentTemplate {
  readonly name: string
  readonly language: string
  readonly category: string
}

/** The vendor's limit. */
const LONGEST = 512

/**
 * The text that the vendor returns with each status of a message: our id, and the template with the category in
 * which it was sent, so that a status alone shows whether the vendor charges another one.
 */
export const callbackData = (messageId: MessageId, { name, language, category }: SentTemplate): string => {
  const whole = `${messageId} ${category} ${language} ${name}`
  return whole.length > LONGEST ? messageId : whole
}

/** A text that came back; parts that aren't ours are undefined. */
interface ReturnedData {
  readonly messageId: Id<'msg'> | undefined
  readonly template: SentTemplate | undefined
}

/** Reads the text that came back with a status. */
export const readCallbackData = (text: string): ReturnedData => {
  const [id = '', category = '', language = '', ...rest] = text.split(' ')
  const name = rest.join(' ')
  const messageId = isId('msg', id) ? id : undefined
  const isWhole = messageId !== undefined && name !== ''
  return { messageId, template: isWhole ? { name, language, category } : undefined }
}
