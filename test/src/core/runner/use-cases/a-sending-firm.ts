import type { SendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import { type AcceptedAnswer } from '@postrider/core/messaging/domain/acceptance/candidate'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { E } from '@postrider/core/fp'
import { createPostrider } from '@postrider/core/postrider'
import type { Storage } from '@postrider/core/assembly/storage'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { aTenant, recordsOf, type TenantOverrides } from '@postrider/conformance/builders/a-tenant'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { credit } from '@postrider/conformance/storage/messaging/accepting'
import type { Office } from '../../assembly/an-office.js'
import { asking } from '../../../builders/granted.js'

/**
 * A tenant with money in its app's account. It sends through another process, which has its own storage and
 * caches.
 */
export const aSendingFirm = async (office: Office, overrides: TenantOverrides = {}, creditMinor = 1_000) => {
  const { bearer, ...kept } = office.bearerSecrets.create(overrides.app?.environment ?? 'test')
  const tenant = aTenant({
    ...overrides,
    credential: { environment: overrides.app?.environment ?? 'test', ...overrides.credential, ...kept },
  })
  await right(office.storage.catalog.save(recordsOf(tenant)))
  if (creditMinor > 0) await credit(office.storage, tenant.accountKey, creditMinor)
  const elsewhere: Storage = await openStorage(office.storageUrl)
  const other = createPostrider({ ...office, storage: elsewhere })
  const request: SendRequest = {
    projectId: tenant.project.projectId,
    appId: tenant.app.appId,
    channel: 'sms',
    to: '+919876543210',
    templateId: tenant.template.templateId,
    variables: { name: 'Asha', code: '0042' },
  }
  const send = async (): Promise<E.Either<Refusal | Outage, AcceptedAnswer>> => {
    const server = await right(other.authenticate(bearer, '192.0.2.7'))
    return asking('messages.send', other.acceptMessage)(server, fresh.hex(16), request)()
  }
  return { ...tenant, send, close: () => elsewhere.close() }
}

/** The result of a send: that it was accepted, or its refusal. */
export const spelled = (answer: E.Either<Refusal | Outage, unknown>): string =>
  answer._tag === 'Right' ? 'accepted' : answer.left._tag
