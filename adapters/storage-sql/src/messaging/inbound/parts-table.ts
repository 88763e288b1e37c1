import type { StoredInboundPart } from '@postrider/core/providers/domain/inbound/inbound-part'
import { aDigest, anId, anInteger, aText, aTextOrNone, aValue } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const inboundParts = recordTable<StoredInboundPart>('inbound_parts', {
  partId: anId('inb', 'id'),
  textKey: aDigest('text_key'),
  providerAccountId: anId('pac', 'provider_account_id'),
  to: aText('written_to'),
  from: aTextOrNone('written_by'),
  reference: aText('reference'),
  total: anInteger('total'),
  number: anInteger('number'),
  alphabet: aValue('alphabet'),
  octets: aText('octets'),
  stopWords: aValue('stop_words'),
  raw: aText('raw'),
  receivedAtMs: anInteger('received_at'),
  state: aText('state'),
})
