/** The requirements of a send, in the order of their checks. */
export const STEPS = [
  'address',
  'tls',
  'service',
  'clock',
  'credential',
  'message',
  'entitlement',
  'destination',
  'template',
  'sender',
  'price',
  'provider',
  'budget',
  'balance',
] as const

export type StepName = (typeof STEPS)[number]

/** The result of a check. */
export interface Step {
  readonly step: StepName
  /** `unseen`: an earlier step failed, or an option is missing. */
  readonly state: 'right' | 'wrong' | 'warning' | 'unseen'
  readonly says: string
  /** What to do about it. */
  readonly todo?: string
}

/** Why a step couldn't be checked. */
export const IN_THE_WAY = 'Not checked, because an earlier step failed.'

/** A passed step. */
export const right = (step: StepName, says: string): Step => ({ step, state: 'right', says })

/** A step that makes a send fail. */
export const wrong = (step: StepName, says: string, todo?: string): Step => ({
  step,
  state: 'wrong',
  says,
  ...(todo === undefined ? {} : { todo }),
})

/** A passed step that will fail soon. */
export const warning = (step: StepName, says: string, todo: string): Step => ({
  step,
  state: 'warning',
  says,
  todo,
})

/** A step that couldn't be checked. */
export const unseen = (step: StepName, says: string, todo?: string): Step => ({
  step,
  state: 'unseen',
  says,
  ...(todo === undefined ? {} : { todo }),
})
