import { computed } from '@preact/signals'
import { shortId } from '../../format/shown-text.js'
import { membership } from './access.js'

/** The Brands of the Organization that is shown. */
export const ownBrands = computed(() => membership.value?.brands ?? [])

/** Its Projects, each with what its Brand is called. */
export const ownProjects = computed(() =>
  ownBrands.value.flatMap(({ name: brandName, projects }) =>
    projects.map((project) => ({ ...project, brandName })),
  ),
)

/** Its apps. */
export const ownApps = computed(() => ownProjects.value.flatMap(({ apps }) => apps))

/** What an app of it is called; undefined where it is not known. */
export const ownAppName = (appId: string): string | undefined =>
  ownApps.value.find((app) => app.appId === appId)?.name

/** What an app is called; one that is not known is called by its identifier. */
export const appWord = (appId: string): string => ownAppName(appId) ?? shortId(appId)

/** The environments of its Projects, production first; production where it has none. */
export const ownEnvironments = computed(() => {
  const own = new Set(ownProjects.value.map(({ environment }) => environment))
  const known = (['production', 'test'] as const).filter((one) => own.has(one))
  return known.length === 0 ? (['production'] as const) : known
})
