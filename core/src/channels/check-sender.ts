import { bodyProblem } from '../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../kernel/refusals/refusal.js'
import { E } from '../fp.js'
import { type Channel, CHANNEL_NAMES, CHANNELS, type Sender } from './channels.js'
import type { SenderParts } from './fields.js'

const presenceProblems = (channel: Channel, parts: SenderParts): readonly FieldProblem[] => {
  const { main, fields } = CHANNELS[channel].sender
  const given = Object.entries(parts).flatMap(([part, value]) => (value === undefined ? [] : [part]))
  return [
    ...(given.includes(main) ? [] : [bodyProblem(`/sender/${main}`, 'required', 'This field is required.')]),
    ...given
      .filter((part) => !Object.hasOwn(fields, part))
      .map((part) =>
        bodyProblem(`/sender/${part}`, 'not_allowed', `This field is not part of a sender of ${channel}.`),
      ),
  ]
}

/**
 * The problems of a sender: parts that are missing, belong to another channel, or are invalid. The channel
 * defines which parts it has.
 */
export const senderProblems = (channel: Channel | undefined, parts: SenderParts): readonly FieldProblem[] => [
  ...(channel === undefined ? [] : presenceProblems(channel, parts)),
  ...CHANNEL_NAMES.flatMap((one) => CHANNELS[one].sender.problems(parts)),
]

/**
 * The sender of a channel (docs/api/access#service-configuration). Left: all parts that are missing, belong
 * to another channel, or are invalid.
 */
export const checkSender = (
  channel: Channel,
  parts: SenderParts,
): E.Either<readonly FieldProblem[], Sender> => {
  const problems = senderProblems(channel, parts)
  return problems.length > 0 ? E.left(problems) : E.right(CHANNELS[channel].sender.of(parts))
}
