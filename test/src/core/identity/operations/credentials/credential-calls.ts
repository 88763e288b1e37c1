import type { ResultOf } from '@postrider/core/assembly/registry'
import type { App } from '@postrider/core/tenancy/domain/records'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { right } from '@postrider/conformance/outcome'
import type { OfficeInUse, Person } from '../../../assembly/an-office.js'

export const REASON = 'It stood in a log.'

export type Listed = ResultOf<'listServerCredentials'>

/** The calls with which the firm's people manage server credentials, and helpers of tests. */
export const credentialCalls = (office: OfficeInUse) => {
  /** Returns the time after this delay. */
  const from = (ms: number): string => isoTime(office.at.clock.nowMs() + ms)

  const aCredential = (more: object = {}) => ({
    organizationId: office.at.organizationId,
    brandId: office.at.brand.brandId,
    projectId: office.at.project.projectId,
    appId: office.at.app.appId,
    environment: 'test',
    actions: ['messages.send', 'messages.read'],
    channels: ['sms', 'email'],
    expiresAt: from(30 * DAY_MS),
    label: 'order service',
    ...more,
  })

  const named = (credentialId: string, more: object = {}) => ({
    organizationId: office.at.organizationId,
    credentialId,
    reason: REASON,
    ...more,
  })

  return {
    from,
    aCredential,
    named,
    create: (more: object = {}, person: Person = office.at.owner) =>
      office.at.done(person, 'createServerCredential', aCredential(more)),
    rotate: (credentialId: string, more: object = {}) =>
      office.at.done(office.at.owner, 'rotateServerCredential', named(credentialId, more)),
    revoke: (credentialId: string) =>
      office.at.done(office.at.owner, 'revokeServerCredential', named(credentialId)),
    list: (more: object = {}, person: Person = office.at.owner) =>
      office.at.done(person, 'listServerCredentials', { organizationId: office.at.organizationId, ...more }),
    /** Returns whether the bearer value lets a server in, according to a process with an empty cache. */
    isLetIn: async (bearer: string | null): Promise<boolean> =>
      E.isRight(await authentication(office.at).authenticate(bearer ?? undefined, '192.0.2.1')()),
    addApp: async (more: Partial<App>): Promise<App['appId']> => {
      const app = { ...office.at.app, appId: office.at.ids.next('app'), ...more }
      await office.at.write((unit) => unit.apps.add(app))
      return app.appId
    },
    /** Adds this many live credentials to the app of this one. */
    addMany: async (count: number, { credentialId }: { readonly credentialId: string }): Promise<void> => {
      const { storage, organizationId } = office.at
      const { value } = await right(storage.tenancy.credentials(organizationId, undefined, undefined, 1_000))
      const one = value.find(({ credential }) => credential.credentialId === credentialId)?.credential
      if (one === undefined) throw new Error('there is no such credential')
      await office.at.write((unit) => {
        for (let at = 0; at < count; at += 1) {
          const another = office.at.ids.next('crd')
          unit.credentials.add({ ...one, credentialId: another, selector: another.slice(-16) })
        }
      })
    },
  }
}
