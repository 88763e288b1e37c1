import { CHANNELS } from '../../../channels/channels.js'
import { checkSender, senderProblems } from '../../../channels/check-sender.js'
import { mainPartOf } from '../../../channels/own-records.js'
import { present } from '../../../kernel/present.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest, type Refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { type CallOf, mutation } from '../../../runner/use-cases/implementation.js'
import { type AppSender, kindOfSender, senderCalled } from '../../domain/senders/app-sender.js'
import { MOST_SENDERS, withSender } from '../../domain/senders/change-senders.js'
import { configurationShape, senderRequest, SERVING_FIELDS } from '../apps/configuration-shapes.js'
import { changeAppSenders } from './change-app-senders.js'
import { SENDER_CHANGE, senderChangeFields } from './entry-parts.js'

/**
 * Adds a sender to an app's channel, or changes the one with the same main part. InvalidRequest for parts of
 * another channel, for a kind that doesn't fit, for countries of an address, and beyond the most senders.
 */
export const saveAppSenderEntry = entryOf('Senders', 'saveAppSender', {
  ...SENDER_CHANGE,
  summary: "Add or change a sender of an app's channel",
  description:
    'Adds the sender, or changes the one with the same main part. Omitted fields of an existing sender stay as they are.',
  success: 'The sender is saved.',
  request: mutationRequest({ ...senderChangeFields, sender: senderRequest }, SERVING_FIELDS),
  result: mutationResult({ configuration: configurationShape }, {}),
})

type Request = CallOf<typeof saveAppSenderEntry>['request']

const kindProblems = (channel: Request['channel'], kind: string, value: string): readonly FieldProblem[] => {
  const form = CHANNELS[channel].sender.kinds[kind]
  if (form === undefined)
    return [bodyProblem('/kind', 'not_allowed', `${CHANNELS[channel].label} has no senders of this kind.`)]
  return form.test(value)
    ? []
    : [bodyProblem('/kind', 'not_allowed', `The sender can't be of the kind \`${kind}\`.`)]
}

const listed = <A>(given: readonly A[] | null | undefined, before: readonly A[] | undefined) =>
  given === undefined ? before : given === null ? undefined : [...new Set(given)]

/** The saved sender: a known one with the changed fields, or a new one. */
const savedSender = (request: Request, senders: readonly AppSender[]): E.Either<Refusal, AppSender> => {
  const { channel } = request
  const sender = checkSender(channel, request.sender)
  if (E.isLeft(sender)) return E.left(invalidRequest(sender.left))
  const { value } = mainPartOf(sender.right)
  const before = senderCalled(senders, value)
  const kind = request.kind ?? before?.kind ?? kindOfSender(sender.right) ?? ''
  const countries = listed(request.countries, before?.countries)
  const isNumber = CHANNELS[channel].recipient.isNumber
  const problems = [
    ...kindProblems(channel, kind, value),
    ...(countries !== undefined && !isNumber
      ? [bodyProblem('/countries', 'not_allowed', 'Addresses have no country.')]
      : []),
    ...(before === undefined && senders.length >= MOST_SENDERS
      ? [bodyProblem('/sender', 'too_many', `A channel has at most ${MOST_SENDERS} senders.`)]
      : []),
  ]
  if (problems.length > 0) return E.left(invalidRequest(problems))
  return E.right({
    sender: sender.right,
    kind,
    ...present({ countries, classes: listed(request.classes, before?.classes) }),
    weight: request.weight ?? before?.weight ?? 1,
    status: request.status ?? before?.status ?? 'active',
    registrations: before?.registrations ?? [],
  })
}

export const saveAppSender = mutation(saveAppSenderEntry, {
  lock: 'exclusive',
  inspect: ({ channel, sender }) => (sender === undefined ? [] : senderProblems(channel, sender)),
  run: (unit, { request, nowMs }) =>
    changeAppSenders(unit, request, nowMs, ({ senders }) =>
      E.map((saved: AppSender) => ({
        senders: withSender(senders, saved),
        about: saved,
        details: {
          kind: saved.kind,
          status: saved.status,
          weight: saved.weight,
          countries: saved.countries?.join(',') ?? '*',
          classes: saved.classes?.join(',') ?? '*',
        },
      }))(savedSender(request, senders)),
    ),
})
