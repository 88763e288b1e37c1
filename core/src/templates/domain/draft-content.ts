import { type Channel, CHANNELS, type DraftContent } from '../../channels/channels.js'
import type { ContentParts } from '../../channels/fields.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'

/** The parts of a content that the channel doesn't allow, and the required parts that are missing. */
export const contentProblems = (channel: Channel, parts: ContentParts): readonly FieldProblem[] => {
  const { fields, required } = CHANNELS[channel].content
  const given = Object.entries(parts).flatMap(([name, part]) => (part === undefined ? [] : [name]))
  return [
    ...given
      .filter((name) => name !== 'text' && !Object.hasOwn(fields, name))
      .map((name) =>
        bodyProblem(`/content/${name}`, 'not_allowed', `This field is not part of ${channel} content.`),
      ),
    ...Object.entries(required)
      .filter(([name]) => !given.includes(name))
      .map(([name, message]) => bodyProblem(`/content/${name}`, 'required', message)),
  ]
}

/**
 * The content for the channel from these parts (docs/api/templates#template-drafts); parts of other channels
 * are left out.
 */
export const contentIn = (channel: Channel, parts: ContentParts): DraftContent =>
  CHANNELS[channel].content.of(parts)
