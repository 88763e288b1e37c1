import type { App } from './records.js'

type Switches = Pick<App, 'status' | 'disabledAtMs'>

/**
 * Whether the app is neither stopped by super admins nor disabled by its own Organization
 * (docs/api/access#apps).
 */
export const isInUse = ({ status, disabledAtMs }: Switches): boolean =>
  status === 'active' && disabledAtMs === undefined

/** The sides that have disabled the app; each can undo only its own action. Empty while the app is in use. */
export const disabledBy = ({ status, disabledAtMs }: Switches): Array<'operator' | 'organization'> => [
  ...(status === 'active' ? [] : (['operator'] as const)),
  ...(disabledAtMs === undefined ? [] : (['organization'] as const)),
]
