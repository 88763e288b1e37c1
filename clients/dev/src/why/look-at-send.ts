import {
  type DryRun,
  type FieldError,
  type MessageRequest,
  type Postrider,
  PostriderError,
} from '@postrider/client'
import { adviceOn } from '../errors/advice.js'
import { IN_THE_WAY, right, type Step, type StepName, STEPS, unseen, wrong } from './step.js'

/** The step of a refusal, by its code (docs/api/sending#order-of-checks). */
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

/** The steps that a dry run checks, in order. */
const LOOKED_AT = STEPS.slice(STEPS.indexOf('message'))

const RIGHT: Readonly<Partial<Record<StepName, string>>> = {
  message: 'The message is valid.',
  entitlement: 'The Organization and the app can use this channel.',
  destination: 'The recipient is allowed.',
  template: 'The template is approved, and its variables match.',
  sender: 'The app has a sender ID for this channel.',
  provider: 'A provider account can reach the recipient.',
  budget: 'No budget blocks this.',
}

interface Told {
  readonly code: string
  readonly message: string
  readonly fieldErrors: readonly FieldError[]
}

/**
 * Only the template check reports a missing variable or an unknown template; other field errors can concern
 * the request's shape.
 */
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
      ? ` Available: ${availableMinor} (minor units).`
      : ''
  return `${fields.length > 0 ? fields.join(' ') : message}${have} (${code})`
}

const saysRight = (step: StepName, previewed: DryRun | undefined): string => {
  const { estimatedCharge, segments, availableAfterMinor } = previewed ?? {}
  if (step === 'price' && estimatedCharge) {
    const { amountMinor, currency } = estimatedCharge
    return `The price is ${amountMinor} ${currency} (minor units) for ${segments ?? 1} unit(s).`
  }
  if (step === 'balance' && typeof availableAfterMinor === 'number')
    return `The balance is enough. Left afterwards: ${availableAfterMinor} (minor units).`
  return RIGHT[step] ?? 'OK.'
}

/** The steps of a dry run: passed up to the refusal, which is the last one that was checked. */
const stepsOf = (told: Told | undefined, previewed: DryRun | undefined): readonly Step[] => {
  const at = told === undefined ? undefined : stepOf(told)
  const end = at === undefined ? LOOKED_AT.length : LOOKED_AT.indexOf(at)
  const steps = LOOKED_AT.map((step, place): Step => {
    if (place < end) return right(step, saysRight(step, previewed))
    if (told !== undefined && place === end)
      return wrong(
        step,
        saysOf(told, previewed?.availableAfterMinor ?? null),
        adviceOn(told.code) ?? 'Fix the problem, then run this again.',
      )
    return unseen(step, IN_THE_WAY)
  })
  // A refusal of an earlier step.
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

/** Placeholders for omitted options: a number of the sandbox, and an unknown template. */
const STAND_INS = { number: '+447400120000', address: 'postrider@example.com', template: 'not_said' } as const

/** Steps that depend on the recipient. */
const OF_RECIPIENT: ReadonlySet<StepName> = new Set(['destination', 'price', 'provider'])

/** Removes results that depend on omitted options. */
const withoutUnsaid = (steps: readonly Step[], { to, templateId }: MessageRequest): readonly Step[] =>
  steps.map((each) => {
    const { step, state } = each
    if (templateId === '' && step === 'template' && state === 'wrong')
      return unseen(step, 'No template given.', 'Pass --template, and --var for each variable.')
    if (to !== '' || !OF_RECIPIENT.has(step)) return each
    return unseen(step, 'No recipient given.', step === 'destination' ? 'Pass --to.' : undefined)
  })

/**
 * Checks what prevents a message from being sent; nothing is sent. If the recipient or the template is
 * omitted (`''`), the steps before it are still checked.
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
