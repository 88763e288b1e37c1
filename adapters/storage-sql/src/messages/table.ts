import { sheetName } from '@postrider/core/domain/ledger/book'
import type { Message } from '@postrider/core/domain/messages/message'
import { integer, json, optional, text, type Cell, type Cells } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import { sheetOf } from '../cells/sheet-cell.js'
import { columnsOf, table } from '../engine/insertion.js'

export const messages = table('messages', [
  'id x',
  'organization_id x',
  'app_id x',
  'channel',
  'lane',
  'recipient',
  'recipient_name',
  'template_id x',
  'template_version_id x',
  'variables',
  'client_reference',
  'units',
  'amount',
  'currency',
  'price_version_id x',
  'charge_on',
  'billing',
  'state',
  'failure_code',
  'attempt',
  'lease_until',
  'accepted_at',
  'updated_at',
  'expires_at',
  'sealed_variables',
  'uncalled',
  'environment',
  'request_id',
  'traceparent',
])

/** The columns for a SELECT of messages whose content is nobody's business: nothing of what they say is read. */
export const unsaidColumns = (alias: string): string =>
  columnsOf(messages, alias)
    .replace(`${alias}.variables`, "'{}'")
    .replace(`${alias}.sealed_variables`, 'NULL')

/** Appends the message's row. `id` is the message's own as it was converted already. */
export const pushMessage = (into: Cell[], id: string, message: Message): void => {
  const { charge } = message
  into.push(
    id,
    idCell(message.organizationId),
    idCell(message.appId),
    message.channel,
    message.lane,
    message.to,
    message.recipientName ?? null,
    idCell(message.templateId),
    idCell(message.templateVersionId),
    JSON.stringify(message.variables),
    message.clientReference ?? null,
    message.units,
    charge.amountMinor,
    sheetName({ book: message.book, currency: charge.currency }),
    idCell(charge.priceVersionId),
    charge.chargeOn,
    message.billing,
    message.state,
    message.failureCode ?? null,
    message.attempt,
    message.leaseUntilMs,
    message.acceptedAtMs,
    message.updatedAtMs,
    message.expiresAtMs,
    message.sealedVariables ?? null,
    message.uncalled,
    message.environment ?? null,
    message.trace.requestId ?? null,
    message.trace.traceparent ?? null,
  )
}

/** Reads a message's row; whatever columns follow are the caller's. */
export const messageOf = (row: Cells): Message => {
  const { book, currency } = sheetOf(row[13])
  return {
    messageId: idOf('msg', row[0]),
    organizationId: idOf('org', row[1]),
    appId: idOf('app', row[2]),
    channel: text(row[3]) as Message['channel'],
    lane: text(row[4]) as Message['lane'],
    to: text(row[5]),
    recipientName: optional(text, row[6]),
    templateId: idOf('tpl', row[7]),
    templateVersionId: idOf('tpv', row[8]),
    variables: json(row[9]) as Message['variables'],
    clientReference: optional(text, row[10]),
    units: integer(row[11]),
    charge: {
      amountMinor: integer(row[12]),
      currency,
      priceVersionId: idOf('prv', row[14]),
      chargeOn: text(row[15]) as Message['charge']['chargeOn'],
    },
    billing: text(row[16]) as Message['billing'],
    state: text(row[17]) as Message['state'],
    failureCode: optional(text, row[18]) as Message['failureCode'],
    attempt: integer(row[19]),
    leaseUntilMs: integer(row[20]),
    acceptedAtMs: integer(row[21]),
    updatedAtMs: integer(row[22]),
    expiresAtMs: integer(row[23]),
    sealedVariables: optional(text, row[24]),
    uncalled: integer(row[25]),
    environment: optional(text, row[26]) as Message['environment'],
    trace: { requestId: optional(text, row[27]), traceparent: optional(text, row[28]) },
    book,
  }
}
