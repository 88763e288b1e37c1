import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type { RecipientIdentity } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { ProviderReports } from '@postrider/core/providers/ports/provider-reports'
import { namedList } from '@postrider/http-calls/json-value'
import type { CloudChange } from './change.js'
import { readCategoryUpdate, readChargedCategory } from './read-categories.js'
import { readIdentities } from './read-identities.js'
import { readCloudMessage, readPreference } from './read-inbound.js'
import { readCloudStatus } from './read-statuses.js'
import { readTemplateUpdate } from './read-templates.js'

/** The reports, and the number of ignored entries. */
interface ReadChanges extends ProviderReports {
  readonly identities: readonly RecipientIdentity[]
  readonly ignored: number
}

const NOTHING: ReadChanges = { reports: [], inbound: [], templates: [], identities: [], ignored: 0 }
const IGNORED: ReadChanges = { ...NOTHING, ignored: 1 }

const join = (parts: readonly ReadChanges[]): ReadChanges => ({
  reports: parts.flatMap(({ reports }) => reports),
  inbound: parts.flatMap(({ inbound }) => inbound),
  templates: parts.flatMap(({ templates }) => templates),
  identities: parts.flatMap(({ identities }) => identities),
  ignored: parts.reduce((sum, { ignored }) => sum + ignored, 0),
})

const ofStatus = (account: ProviderAccount, status: unknown): ReadChanges => {
  const report = readCloudStatus(account, status)
  if (report === undefined) return IGNORED
  const charged = readChargedCategory(account, status)
  return { ...NOTHING, reports: [report], templates: charged === undefined ? [] : [charged] }
}

type Inbound = ProviderReports['inbound'][number]

const ofInbound = (message: Inbound | undefined): ReadChanges =>
  message === undefined ? IGNORED : { ...NOTHING, inbound: [message] }

/** The fields with updates of templates. */
const TEMPLATE_UPDATES: ReadonlyMap<string, typeof readTemplateUpdate> = new Map([
  ['message_template_status_update', readTemplateUpdate],
  ['template_category_update', readCategoryUpdate],
])

const readChange = (account: ProviderAccount, change: CloudChange): ReadChanges => {
  const { field, value } = change
  if (field === 'messages')
    return join([
      { ...NOTHING, identities: readIdentities(account, value) },
      ...namedList(value, 'statuses').map((status) => ofStatus(account, status)),
      ...namedList(value, 'messages').map((message) => ofInbound(readCloudMessage(account, change, message))),
    ])
  if (field === 'user_preferences')
    return join(
      namedList(value, 'user_preferences').map((one) => ofInbound(readPreference(account, change, one))),
    )
  const read = field === undefined ? undefined : TEMPLATE_UPDATES.get(field)
  const report = read?.(account, change)
  return report === undefined ? IGNORED : { ...NOTHING, templates: [report] }
}

/** Reads the vendor's changes; an invalid one doesn't affect the others. */
export const readCloudChanges = (account: ProviderAccount, changes: readonly CloudChange[]): ReadChanges =>
  join(changes.map((change) => readChange(account, change)))
