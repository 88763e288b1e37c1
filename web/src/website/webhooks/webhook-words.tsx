import type { ResultOf } from '@postrider/core/assembly/registry'
import { TagWord } from '../../parts/boxes.js'
import { callValues } from '../../forms/value-words.js'
import { WEBHOOK_TEXTS as t } from './webhook-texts.js'

callValues({
  ordering: (value) => (value === 'strict' ? t.orderings.strict : t.orderings.message),
  types: (type) => type,
})

/** A webhook endpoint in a list. */
export type ListedEndpoint = ResultOf<'listWebhookEndpoints'>['endpoints'][number]

/** The options of the list of endpoints. */
export const ENDPOINT_LIST = {
  rowsOf: ({ endpoints }: ResultOf<'listWebhookEndpoints'>) => endpoints,
  keyOf: ({ endpointId }: ListedEndpoint) => endpointId,
  order: 'queue',
} as const

/** Whether an endpoint gets events, and whether they fail. */
export const EndpointStatus = ({ status, failures }: Pick<ListedEndpoint, 'status' | 'failures'>) => {
  if (status === 'disabled') return <TagWord tone="alarm">{t.statuses.disabled}</TagWord>
  return failures > 0 ? (
    <TagWord tone="warn">{t.statuses.failing}</TagWord>
  ) : (
    <TagWord tone="good">{t.statuses.active}</TagWord>
  )
}
