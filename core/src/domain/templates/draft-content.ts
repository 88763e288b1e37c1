import type { Channel } from '../channels/channel.js'
import { bodyProblem } from '../refusals/body-problem.js'
import type { FieldProblem } from '../refusals/refusal.js'
import { E } from '../../fp.js'
import type { DraftContent } from './draft.js'

/** The parts of a content as a request names them, whatever the channel; absent is also what is not well-shaped. */
export interface ContentParts {
  readonly text?: string | undefined
  readonly subject?: string | undefined
  readonly html?: string | undefined
  readonly header?: string | undefined
  readonly footer?: string | undefined
  readonly dlt?: boolean | undefined
}

const PARTS: Readonly<Record<Channel, ReadonlyArray<keyof ContentParts>>> = {
  sms: ['text', 'dlt'],
  email: ['text', 'subject', 'html'],
  whatsapp: ['text', 'header', 'footer'],
}

/** The parts that a content has too many on the channel, or misses. */
export const contentProblems = (channel: Channel, parts: ContentParts): readonly FieldProblem[] => {
  const given = Object.entries(parts).flatMap(([name, part]) => (part === undefined ? [] : [name]))
  const known: readonly string[] = PARTS[channel]
  const missing = channel === 'email' && parts.subject === undefined
  return [
    ...given
      .filter((name) => !known.includes(name))
      .map((name) => bodyProblem(`/content/${name}`, 'not_allowed', `Is no part of ${channel}.`)),
    ...(missing ? [bodyProblem('/content/subject', 'required', 'An email has a subject.')] : []),
  ]
}

/**
 * The content that these parts make on the channel (docs/contract#template-drafts); parts of other channels are
 * left out.
 */
export const contentIn = (channel: Channel, parts: ContentParts): DraftContent => {
  const { text = '', subject = '', html, header, footer, dlt } = parts
  switch (channel) {
    case 'sms':
      return { channel, text, ...(dlt === undefined ? {} : { dlt }) }
    case 'email':
      return { channel, subject, text, ...(html === undefined ? {} : { html }) }
    case 'whatsapp':
      return {
        channel,
        text,
        ...(header === undefined ? {} : { header }),
        ...(footer === undefined ? {} : { footer }),
      }
  }
}

/** As `contentIn`; left: what the parts have too many or miss. */
export const contentOf = (
  channel: Channel,
  parts: ContentParts,
): E.Either<readonly FieldProblem[], DraftContent> => {
  const problems = contentProblems(channel, parts)
  return problems.length > 0 ? E.left(problems) : E.right(contentIn(channel, parts))
}
