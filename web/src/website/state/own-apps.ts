import { computed } from '@preact/signals'
import { shortId } from '../../format/shown-text.js'
import { membership } from './access.js'

/** The brands of the shown organization. */
export const ownBrands = computed(() => membership.value?.brands ?? [])

/** The projects of the shown organization, each with the name of its brand. */
export const ownProjects = computed(() =>
  ownBrands.value.flatMap(({ name: brandName, projects }) =>
    projects.map((project) => ({ ...project, brandName })),
  ),
)

/** The apps of the shown organization. */
export const ownApps = computed(() => ownProjects.value.flatMap(({ apps }) => apps))

/** The name of an app of the shown organization; undefined if it isn't known. */
export const ownAppName = (appId: string): string | undefined =>
  ownApps.value.find((app) => app.appId === appId)?.name

/** The name of an app, or its short identifier if the name isn't known. */
export const appWord = (appId: string): string => ownAppName(appId) ?? shortId(appId)

/** The environments of the organization's projects, production first. Without projects, production. */
export const ownEnvironments = computed(() => {
  const own = new Set(ownProjects.value.map(({ environment }) => environment))
  const known = (['production', 'test'] as const).filter((one) => own.has(one))
  return known.length === 0 ? (['production'] as const) : known
})
