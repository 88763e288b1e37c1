import type { ComponentType } from 'preact'

/** A screen: its path, its title and its code, which is loaded when it is opened. */
export interface ScreenEntry {
  readonly path: string
  readonly label: string
  readonly icon: string
  /** Its group in the navigation. `self` is reached through the name of the signed-in person. */
  readonly group: string
  load(): Promise<ComponentType>
}

/** The screen of a path; undefined if there is none. */
export const screenOf = (screens: readonly ScreenEntry[], path: string): ScreenEntry | undefined => {
  const [first = ''] = path.split('/').filter((part) => part !== '')
  return screens.find((screen) => screen.path === `/${first}`)
}
