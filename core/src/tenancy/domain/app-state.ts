import type { App } from './records.js'

type Switches = Pick<App, 'status' | 'disabledAtMs'>

/** Whether neither operators have stopped the app nor its own Organization has disabled it (docs/contract#apps). */
export const isInUse = ({ status, disabledAtMs }: Switches): boolean =>
  status === 'active' && disabledAtMs === undefined

/** Who has disabled the app, each of whom alone can take back what they did; nobody while it is in use. */
export const disabledBy = ({ status, disabledAtMs }: Switches): Array<'operator' | 'organization'> => [
  ...(status === 'active' ? [] : (['operator'] as const)),
  ...(disabledAtMs === undefined ? [] : (['organization'] as const)),
]
