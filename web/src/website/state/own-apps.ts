import { computed } from '@preact/signals'
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
