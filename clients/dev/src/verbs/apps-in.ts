import type { DataRecord } from '../output/flatten.js'

interface ListedApp {
  readonly appId: string
  readonly name: string
  readonly environment: string
  readonly platform: string
  readonly version: number
}

interface Membership {
  readonly organization: { readonly organizationId: string }
  readonly brands: ReadonlyArray<{
    readonly brandId: string
    readonly projects: ReadonlyArray<{ readonly projectId: string; readonly apps: readonly ListedApp[] }>
  }>
}

/** An app with the Organization, Brand and Project that it belongs to. */
export interface FoundApp extends ListedApp {
  readonly organizationId: string
  readonly brandId: string
  readonly projectId: string
}

/** The apps in the result of `getCustomerContext`. */
export const appsIn = (context: DataRecord): readonly FoundApp[] =>
  (context['memberships'] as readonly Membership[]).flatMap(({ organization: { organizationId }, brands }) =>
    brands.flatMap(({ brandId, projects }) =>
      projects.flatMap(({ projectId, apps }) =>
        apps.map((app) => ({ ...app, organizationId, brandId, projectId })),
      ),
    ),
  )
