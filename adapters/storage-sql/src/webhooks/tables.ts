import { isOfReceiver } from '@postrider/core/webhooks/domain/event-receiver'
import type { PendingDelivery } from '@postrider/core/webhooks/domain/plan-deliveries'
import type { WebhookEndpoint } from '@postrider/core/webhooks/domain/webhook-endpoint'
import type { LoggedAttempt } from '@postrider/core/webhooks/ports/webhook-storage'
import type { EndpointId, MessageId } from '@postrider/core/kernel/ids/id'
import { BEFORE_ALL, idCell, idOf } from '../cells/id-cell.js'
import { isNull, readText } from '../cells/cell.js'
import {
  aColumn,
  aFlag,
  anId,
  anInteger,
  anIntegerOrNone,
  aText,
  aTextOrNone,
  aValueOrNone,
  bytes16,
  type Column,
  type ReadCell,
} from '../rows/column.js'
import { groupOrNone } from '../rows/fields.js'
import { recordTable } from '../rows/record-table.js'

/** A text; NULL is the empty one, which isn't counted among sealed texts. */
const emptyIfNone = (name: string): Column<string> =>
  aColumn(
    name,
    (text) => (text === '' ? null : text),
    (cell) => (isNull(cell) ? '' : readText(cell)),
  )

export const webhookEndpoints = recordTable<WebhookEndpoint>(
  'webhook_endpoints',
  {
    endpointId: anId('whe', 'id'),
    organizationId: anId('org', 'organization_id'),
    appId: anId('app', 'app_id'),
    environment: aText('environment'),
    url: aText('url'),
    description: aText('description'),
    types: aValueOrNone('types'),
    ordering: aText('ordering_kind'),
    includesRecipient: aFlag('includes_recipient'),
    sealedSecret: emptyIfNone('sealed_secret'),
    publicKey: aTextOrNone('public_key'),
    previousSecret: groupOrNone({
      sealed: aText('sealed_previous_secret'),
      endsAtMs: anInteger('previous_ends_at'),
    }),
    disabledBecause: aTextOrNone('disabled_because'),
    disabledAtMs: anIntegerOrNone('disabled_at'),
    deliveredTo: anInteger('delivered_to'),
    failures: anInteger('failures'),
    failingSinceMs: anIntegerOrNone('failing_since'),
    pausedUntilMs: anInteger('paused_until'),
    isWarned: aFlag('is_warned'),
    notice: aTextOrNone('notice'),
    createdAtMs: anInteger('created_at'),
    version: anInteger('version'),
  },
  {
    // A changed endpoint that is enabled is due at once, and then waits for its next event.
    derived: {
      due_at: {
        write: ({ disabledAtMs, createdAtMs }) => (disabledAtMs === undefined ? createdAtMs : null),
      },
      takes_events: { write: () => 1 },
      is_of_receiver: { write: (endpoint) => (isOfReceiver(endpoint) ? 1 : 0) },
    },
  },
)

/** A pending delivery with its endpoint. */
interface StoredPending extends PendingDelivery {
  readonly endpointId: EndpointId
}

/** Events that aren't about a message have an ID that sorts before all others. */
const writtenKey = (key: string): string => (key === '' ? BEFORE_ALL : idCell(key as MessageId))

/** The key of an event in a cell. */
export const readKey: ReadCell<string> = (cell) => (readText(cell) === BEFORE_ALL ? '' : idOf('msg', cell))

const ofMessage = bytes16('message_id', writtenKey, readKey)

export const pendingDeliveries = recordTable<StoredPending>('webhook_pending', {
  endpointId: anId('whe', 'endpoint_id'),
  sequence: anInteger('seq'),
  key: ofMessage,
  attempts: anInteger('attempts'),
  dueAtMs: anIntegerOrNone('due_at'),
})

export const webhookAttempts = recordTable<LoggedAttempt>('webhook_attempts', {
  endpointId: anId('whe', 'endpoint_id'),
  atMs: anInteger('at'),
  sequence: anInteger('seq'),
  number: anInteger('number'),
  key: ofMessage,
  eventId: anId('evt', 'event_id'),
  type: aText('type'),
  durationMs: anInteger('duration'),
  status: anIntegerOrNone('status'),
  detail: aText('detail'),
  isDelivered: aFlag('is_delivered'),
})
