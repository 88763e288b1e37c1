import type { Permission } from '@postrider/core/domain/people/roles'
import { type ScreenEntry } from '../../shell/screen-entry.js'
import { may } from '../state/access.js'

/** A screen of the website, and who sees it: without a permission, whoever is signed in. */
interface WebsiteScreen extends ScreenEntry {
  readonly permission?: Permission
}

const SCREENS: readonly WebsiteScreen[] = []

/** The screens that the person may see in the Organization that is shown, in their order. */
export const screensAllowed = (): readonly ScreenEntry[] =>
  SCREENS.filter(({ permission }) => permission === undefined || may(permission))
