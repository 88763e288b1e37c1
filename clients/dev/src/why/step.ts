/** What a send stands on, in the order in which it is looked at. */
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

/** How one of them stands. */
export interface Step {
  readonly step: StepName
  /** `unseen`: an earlier step failed, or an option is missing. */
  readonly state: 'right' | 'wrong' | 'warning' | 'unseen'
  readonly says: string
  /** What to do about it. */
  readonly todo?: string
}

/** Why a step could not be looked at. */
export const IN_THE_WAY = 'Not checked, because an earlier step failed.'

/** A step that nothing is wrong with. */
export const right = (step: StepName, says: string): Step => ({ step, state: 'right', says })

/** A step because of which a send fails. */
export const wrong = (step: StepName, says: string, todo?: string): Step => ({
  step,
  state: 'wrong',
  says,
  ...(todo === undefined ? {} : { todo }),
})

/** A step that is right by now. */
export const warning = (step: StepName, says: string, todo: string): Step => ({
  step,
  state: 'warning',
  says,
  todo,
})

/** A step that could not be looked at. */
export const unseen = (step: StepName, says: string, todo?: string): Step => ({
  step,
  state: 'unseen',
  says,
  ...(todo === undefined ? {} : { todo }),
})
