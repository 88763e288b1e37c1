import type { AdminPermission } from '@postrider/core/domain/people/roles'
import type { ComponentType } from 'preact'
import { SHELL_TEXTS } from '../language/shell-texts.js'
import { may } from '../state/connection.js'

/** A screen: where it is, who sees it, and its code, which is loaded when somebody goes there. */
export interface ScreenEntry {
  readonly path: string
  readonly label: string
  readonly icon: string
  readonly group: keyof typeof SHELL_TEXTS.groups
  /** One of them is enough; none: whoever is signed in. */
  readonly permissions: readonly AdminPermission[]
  load(): Promise<ComponentType>
}

const { screens: names } = SHELL_TEXTS

export const SCREENS: readonly ScreenEntry[] = [
  {
    path: '/messages',
    label: names.messages,
    icon: 'messages',
    group: 'now',
    permissions: ['admin.messages'],
    load: async () => (await import('./messages/messages-screen.js')).MessagesScreen,
  },
]

/** The screens that the person may see, in their order. */
export const screensAllowed = (): readonly ScreenEntry[] =>
  SCREENS.filter(({ permissions }) => permissions.length === 0 || permissions.some(may))

/** The screen at a path; undefined where there is none. */
export const screenAt = (path: string): ScreenEntry | undefined => {
  const [first = ''] = path.split('/').filter((part) => part !== '')
  return screensAllowed().find((screen) => screen.path === `/${first}`)
}
