import type { Ports } from '@postrider/core/assembly/ports'
import type { CatalogRecords } from '@postrider/core/catalog/ports/catalog-storage'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { right } from '@postrider/conformance/outcome'
import { newCredential } from '@postrider/core/identity/use-cases/credentials/new-credential'
import { newTenantRecords } from '@postrider/test/builders/provision-tenant'
import { say } from '../say.js'
import { figure } from '../table.js'

/** Apps per organization. Together with the credentials, 5,000 organizations have 20,000 and 50,000. */
export const CROWD_APPS = 4
export const CROWD_CREDENTIALS = 10

/** Organizations per transaction. */
const AT_ONCE = 100

const NOBODY = { createdBy: undefined, createdByKey: undefined }

type Means = Pick<Ports, 'storage' | 'clock' | 'ids' | 'bearerSecrets'>

/** All records of an organization that doesn't send yet. */
const recordsOf = (
  means: Means,
  at: number,
): Required<Pick<CatalogRecords, 'organizations' | 'brands' | 'projects' | 'apps' | 'credentials'>> => {
  const plan = {
    displayName: `Crowd ${at}`,
    environment: 'test',
    currency: 'EUR',
    configurations: [],
  } as const
  const { organization, brand, project, app } = newTenantRecords(means, plan)
  const apps = Array.from({ length: CROWD_APPS }, (_, of) => ({
    ...app,
    appId: means.ids.next('app'),
    name: `App ${of}`,
  }))
  const nowMs = means.clock.nowMs()
  const powers = {
    actions: ['messages.send', 'messages.read'],
    channels: ['sms'],
    label: 'crowd',
    expiresAtMs: nowMs + 365 * DAY_MS,
  } as const
  const credentials = Array.from({ length: CROWD_CREDENTIALS }, (_, of) => {
    const own = apps[of % apps.length] ?? app
    return newCredential(means, own, powers, NOBODY, nowMs).credential
  })
  return { organizations: [organization], brands: [brand], projects: [project], apps, credentials }
}

/** Writes idle organizations with their apps and credentials, many in one transaction. */
export const provisionCrowd = async (means: Means, organizations: number): Promise<void> => {
  const begunAt = performance.now()
  for (let from = 0; from < organizations; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, organizations - from)
    const all = Array.from({ length: count }, (_, at) => recordsOf(means, from + at))
    await right(
      means.storage.catalog.save({
        organizations: all.flatMap((one) => one.organizations),
        brands: all.flatMap((one) => one.brands),
        projects: all.flatMap((one) => one.projects),
        apps: all.flatMap((one) => one.apps),
        credentials: all.flatMap((one) => one.credentials),
      }),
    )
  }
  if (organizations > 0)
    say(
      `${figure(organizations)} Organizations were written in ${figure((performance.now() - begunAt) / 1000, 1)} s`,
    )
}
