import type { ComponentType } from 'preact'

/** A screen: where it is, what it is called, and its code, which is loaded when somebody goes there. */
export interface ScreenEntry {
  readonly path: string
  readonly label: string
  readonly icon: string
  /** Where it stands in the navigation; `self` is reached by the name of who is signed in. */
  readonly group: string
  load(): Promise<ComponentType>
}

/** The screen of these that a path leads to; undefined where none does. */
export const screenOf = (screens: readonly ScreenEntry[], path: string): ScreenEntry | undefined => {
  const [first = ''] = path.split('/').filter((part) => part !== '')
  return screens.find((screen) => screen.path === `/${first}`)
}
