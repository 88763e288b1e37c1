import {
  type DryRun,
  type FieldError,
  type MessageRequest,
  type Postrider,
  PostriderError,
} from '@postrider/client'
import { adviceOn } from '../errors/advice.js'
import { IN_THE_WAY, right, type Step, type StepName, STEPS, unseen, wrong } from './step.js'

/** Which step a refusal is of (docs/contract#order-of-checks). */
const STEP_OF: Readonly<Record<string, StepName>> = {
  unauthenticated: 'credential',
  action_not_granted: 'credential',
  channel_not_granted: 'credential',
  scope_mismatch: 'credential',
  too_many_requests: 'service',
  service_unavailable: 'service',
  internal_error: 'service',
  organization_suspended: 'entitlement',
  channel_not_active: 'entitlement',
  destination_not_allowed: 'destination',
  template_unavailable: 'template',
  sender_unavailable: 'sender',
  price_unavailable: 'price',
  provider_unavailable: 'provider',
  budget_exceeded: 'budget',
  insufficient_balance: 'balance',
}

/** The steps that a dry run looks at, in their order. */
const LOOKED_AT = STEPS.slice(STEPS.indexOf('message'))

const RIGHT: Readonly<Partial<Record<StepName, string>>> = {
  message: 'It is well-formed.',
  entitlement: 'The Organization and the app may send by this channel.',
  destination: 'The recipient may be sent to.',
  template: 'It is approved, and its variables fit.',
  sender: 'The app has one for this channel.',
  provider: 'One serves the recipient.',
  budget: 'None is in the way.',
}

interface Told {
  readonly code: string
  readonly message: string
  readonly fieldErrors: readonly FieldError[]
}

/** Only a template says that a variable is missing, or that there is none of this name; all else may be the shape of the request. */
const isOfTemplate = ({ field, code }: FieldError): boolean =>
  /^\/variables\/./.test(field) && (code === 'required' || code === 'unknown')

const stepOf = ({ code, fieldErrors }: Told): StepName => {
  if (code === 'invalid_request') return fieldErrors.some(isOfTemplate) ? 'template' : 'message'
  return STEP_OF[code] ?? 'message'
}

const saysOf = ({ code, message, fieldErrors }: Told, availableMinor: number | null): string => {
  const fields = fieldErrors.map((each) => `${each.field.slice(1).replaceAll('/', '.')}: ${each.message}`)
  const have =
    code === 'insufficient_balance' && availableMinor !== null
      ? ` There is ${availableMinor} (minor units).`
      : ''
  return `${fields.length > 0 ? fields.join(' ') : message}${have} (${code})`
}

const saysRight = (step: StepName, previewed: DryRun | undefined): string => {
  const { estimatedCharge, segments, availableAfterMinor } = previewed ?? {}
  if (step === 'price' && estimatedCharge) {
    const { amountMinor, currency } = estimatedCharge
    return `It costs ${amountMinor} ${currency} (minor units), for ${segments ?? 1} unit(s).`
  }
  if (step === 'balance' && typeof availableAfterMinor === 'number')
    return `There is enough: ${availableAfterMinor} is left afterwards (minor units).`
  return RIGHT[step] ?? 'There is one.'
}

/** The steps of a dry run: right up to the refusal, which is the last that was looked at. */
const stepsOf = (told: Told | undefined, previewed: DryRun | undefined): readonly Step[] => {
  const at = told === undefined ? undefined : stepOf(told)
  const end = at === undefined ? LOOKED_AT.length : LOOKED_AT.indexOf(at)
  const steps = LOOKED_AT.map((step, place): Step => {
    if (place < end) return right(step, saysRight(step, previewed))
    if (told !== undefined && place === end)
      return wrong(
        step,
        saysOf(told, previewed?.availableAfterMinor ?? null),
        adviceOn(told.code) ?? 'Mend what is said, and look again.',
      )
    return unseen(step, IN_THE_WAY)
  })
  // A refusal of what stands before all of these.
  if (told === undefined || at === undefined || end >= 0) return steps
  return [
    wrong(at, saysOf(told, null), adviceOn(told.code)),
    ...LOOKED_AT.map((step) => unseen(step, IN_THE_WAY)),
  ]
}

const preview = async ({ messages }: Postrider, message: MessageRequest, signal: AbortSignal) => {
  try {
    const previewed = await messages.preview(message, { signal })
    return stepsOf(previewed.error, previewed)
  } catch (error) {
    if (!(error instanceof PostriderError) || signal.aborted) throw error
    return stepsOf(error, undefined)
  }
}

/** What stands in for what was not said: a number of the sandbox, and a template that nobody has. */
const STAND_INS = { number: '+447400120000', address: 'postrider@example.com', template: 'not_said' } as const

/** What depends on where the message goes. */
const OF_RECIPIENT: ReadonlySet<StepName> = new Set(['destination', 'price', 'provider'])

/** Of what was not said nothing can be told. */
const withoutUnsaid = (steps: readonly Step[], { to, templateId }: MessageRequest): readonly Step[] =>
  steps.map((each) => {
    const { step, state } = each
    if (templateId === '' && step === 'template' && state === 'wrong')
      return unseen(step, 'No template was said.', 'Give --template, and each --var.')
    if (to !== '' || !OF_RECIPIENT.has(step)) return each
    return unseen(step, 'No recipient was said.', step === 'destination' ? 'Give --to.' : undefined)
  })

/**
 * What of a message stands in the way of sending it; nothing is sent. Where no recipient or no template was said (`''`) what comes
 * before them is looked at all the same.
 */
export const lookAtSend = async (
  client: Postrider,
  message: MessageRequest,
  signal: AbortSignal,
): Promise<readonly Step[]> => {
  const { to, templateId, channel } = message
  const nobody = channel === 'email' ? STAND_INS.address : STAND_INS.number
  const whole = { ...message, to: to || nobody, templateId: templateId || STAND_INS.template }
  return withoutUnsaid(await preview(client, whole, signal), message)
}
