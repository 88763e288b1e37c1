import type { Attempt } from '@postrider/core/providers/domain/calls/attempt'
import { anId, anInteger, anIntegerOrNone, aText, aTextOrNone } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const attempts = recordTable<Attempt>(
  'attempts',
  {
    messageId: anId('msg', 'message_id'),
    number: anInteger('number'),
    providerAccountId: anId('pac', 'provider_account_id'),
    phase: aText('phase'),
    providerMessageId: aTextOrNone('provider_message_id'),
    providerReference: aTextOrNone('provider_reference'),
    detail: aTextOrNone('detail'),
    startedAtMs: anInteger('started_at'),
    endedAtMs: anIntegerOrNone('ended_at'),
    claim: anInteger('claim'),
  },
  {
    // A provider's id usually equals its reference; it is stored separately only if it differs.
    derived: {
      provider_message_id: {
        write: ({ providerMessageId: id, providerReference }) =>
          id === undefined || id === providerReference ? null : id,
      },
    },
    form: (of) => ({
      messageId: of.messageId,
      number: of.number,
      providerAccountId: of.providerAccountId,
      phase: of.phase,
      providerMessageId: of.providerMessageId ?? of.providerReference,
      providerReference: of.providerReference,
      detail: of.detail,
      startedAtMs: of.startedAtMs,
      endedAtMs: of.endedAtMs,
      claim: of.claim,
    }),
  },
)
