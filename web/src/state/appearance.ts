import { signal } from '@preact/signals'
import { showTimesIn } from '../format/times.js'

/** The color schemes that a person can choose; `system` follows the device. */
export const SCHEMES = ['system', 'light', 'dark'] as const
type ColorScheme = (typeof SCHEMES)[number]

/** The time zones that a person can choose: their own, or UTC. */
export const ZONES = ['own', 'utc'] as const
type ZoneChoice = (typeof ZONES)[number]

const SCHEME = 'postrider.color-scheme'
const ZONE = 'postrider.time-zone'

const stored = <V extends string>(key: string, values: readonly V[], usual: V): V =>
  values.find((one) => one === localStorage.getItem(key)) ?? usual

export const colorScheme = signal<ColorScheme>(stored(SCHEME, SCHEMES, 'system'))
export const timeZone = signal<ZoneChoice>(stored(ZONE, ZONES, 'own'))

const apply = (): void => {
  document.documentElement.dataset['scheme'] = colorScheme.value
  showTimesIn(timeZone.value === 'utc' ? 'UTC' : undefined)
}

/** Applies the appearance that the person chose in this browser. */
export const applyAppearance = apply

/** Stores the chosen color scheme in this browser. */
export const setColorScheme = (scheme: ColorScheme): void => {
  localStorage.setItem(SCHEME, scheme)
  colorScheme.value = scheme
  apply()
}

/** Stores the chosen time zone in this browser. */
export const setTimeZone = (zone: ZoneChoice): void => {
  localStorage.setItem(ZONE, zone)
  timeZone.value = zone
  apply()
}
