import type { StoredTemplateReport } from '@postrider/core/templates/domain/template-report'
import { eventKeyDigest } from '../cells/event-key-digest.js'
import { anId, anInteger, anIntegerOrNone, aText, aTextOrNone } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const templateReports = recordTable<StoredTemplateReport>(
  'template_reports',
  {
    templateReportId: anId('trp', 'id'),
    providerAccountId: anId('pac', 'provider_account_id'),
    eventKey: aText('event_key'),
    name: aText('name'),
    language: aText('language'),
    verdict: aText('verdict'),
    reason: aTextOrNone('reason'),
    words: aTextOrNone('words'),
    atMs: anIntegerOrNone('decided_at'),
    receivedAtMs: anInteger('received_at'),
    state: aText('state'),
    raw: aText('raw'),
  },
  {
    derived: {
      event_digest: { isBinary: true, write: ({ eventKey }) => eventKeyDigest(eventKey) },
    },
  },
)
