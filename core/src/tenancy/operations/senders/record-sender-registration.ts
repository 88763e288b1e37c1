import { present } from '../../../kernel/present.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { type CallOf, mutation } from '../../../runner/use-cases/implementation.js'
import type { AppSender } from '../../domain/senders/app-sender.js'
import { withRegistration, withSender } from '../../domain/senders/change-senders.js'
import { REGULATIONS } from '../../domain/senders/sender-registration.js'
import { configurationShape, REGISTRATION_FIELDS, senderValue } from '../apps/configuration-shapes.js'
import { changeAppSenders, namedSender } from './change-app-senders.js'
import { SENDER_CHANGE, senderChangeFields } from './entry-parts.js'

/**
 * Records a registration of a sender, or replaces the one of the same regulation and country. InvalidRequest
 * for a sender of a kind that it doesn't register, another country than its own, a missing brand, and dates
 * that don't exist.
 */
export const recordSenderRegistrationEntry = entryOf('Senders', 'recordSenderRegistration', {
  ...SENDER_CHANGE,
  summary: 'Record the registration of a sender',
  description:
    'Records what the register has decided; Postrider files nothing. It replaces the registration of the same regulation and country. `country` is required for `other`.',
  success: 'The registration is recorded.',
  request: mutationRequest(
    { ...senderChangeFields, value: senderValue, ...REGISTRATION_FIELDS.required },
    REGISTRATION_FIELDS.optional,
  ),
  result: mutationResult({ configuration: configurationShape }, {}),
})

type Request = CallOf<typeof recordSenderRegistrationEntry>['request']

const DAYS = ['submittedOn', 'decidedOn', 'expiresOn'] as const

const isDay = (day: string): boolean => {
  const ms = Date.parse(day)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}

const misfits = (request: Request, { kind }: AppSender): readonly FieldProblem[] => {
  const { regulation, status, country, brandId } = request
  const facts = REGULATIONS[regulation]
  const kinds: readonly string[] = facts.kinds
  return [
    ...(kinds.includes(kind)
      ? []
      : [
          bodyProblem(
            '/regulation',
            'not_allowed',
            `This regulation doesn't register senders of the kind \`${kind}\`.`,
          ),
        ]),
    ...(facts.country === undefined && country === undefined
      ? [bodyProblem('/country', 'required', 'The country is required for this regulation.')]
      : []),
    ...(facts.country !== undefined && country !== undefined && country !== facts.country
      ? [bodyProblem('/country', 'not_allowed', `The regulation is for ${facts.country}.`)]
      : []),
    ...(facts.hasBrand && status === 'approved' && brandId === undefined
      ? [bodyProblem('/brandId', 'required', 'The brand ID is required for an approved registration.')]
      : []),
    ...DAYS.flatMap((name) => {
      const day = request[name]
      return day === undefined || isDay(day)
        ? []
        : [bodyProblem(`/${name}`, 'format', 'The value must be a day of the calendar.')]
    }),
  ]
}

export const recordSenderRegistration = mutation(recordSenderRegistrationEntry, {
  lock: 'exclusive',
  run: (unit, { request, nowMs }) =>
    changeAppSenders(unit, request, nowMs, (configuration) => {
      const found = namedSender(configuration, request.value)
      if (E.isLeft(found)) return found
      const problems = misfits(request, found.right)
      if (problems.length > 0) return E.left(invalidRequest(problems))
      const { regulation, status, registrationId, brandId, evidence, submittedOn, decidedOn, expiresOn } =
        request
      const country = REGULATIONS[regulation].country ?? request.country ?? ''
      const changed = withRegistration(found.right, {
        regulation,
        country,
        status,
        registrationId,
        ...present({ brandId, evidence, submittedOn, decidedOn, expiresOn }),
        recordedAtMs: nowMs,
      })
      return E.right({
        senders: withSender(configuration.senders, changed),
        about: changed,
        details: { regulation, country, status, registrationId },
      })
    }),
})
