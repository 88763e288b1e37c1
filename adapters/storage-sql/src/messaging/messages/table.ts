import { type Message, SHOWN_FIELDS, shownMessage } from '@postrider/core/messaging/domain/messages/message'
import { statement } from '../../engine/template.js'
import { anId, anInteger, aText, aTextOrNone, aValue, aValueOrNone } from '../../rows/column.js'
import { group } from '../../rows/fields.js'
import { recordTable } from '../../rows/record-table.js'

export const messages = recordTable<Message>(
  'messages',
  {
    messageId: anId('msg', 'id'),
    organizationId: anId('org', 'organization_id'),
    appId: anId('app', 'app_id'),
    channel: aText('channel'),
    lane: aText('lane'),
    to: aText('recipient'),
    recipientName: aTextOrNone('recipient_name'),
    sender: aTextOrNone('sender'),
    templateId: anId('tpl', 'template_id'),
    templateVersionId: anId('tpv', 'template_version_id'),
    language: aTextOrNone('language'),
    variables: aValue('variables'),
    clientReference: aTextOrNone('client_reference'),
    units: anInteger('units'),
    charge: group(
      {
        amountMinor: anInteger('amount'),
        currency: aText('currency'),
        priceVersionId: anId('prv', 'price_version_id'),
        chargeOn: aText('charge_on'),
      },
      ({ amountMinor, currency, priceVersionId, chargeOn }) => ({
        amountMinor,
        currency,
        priceVersionId,
        chargeOn,
      }),
    ),
    billing: aText('billing'),
    state: aText('state'),
    failureCode: aTextOrNone('failure_code'),
    providerReason: aValueOrNone('provider_reason'),
    attempt: anInteger('attempt'),
    leaseUntilMs: anInteger('lease_until'),
    acceptedAtMs: anInteger('accepted_at'),
    updatedAtMs: anInteger('updated_at'),
    expiresAtMs: anInteger('expires_at'),
    sealedVariables: aTextOrNone('sealed_variables'),
    uncalled: anInteger('uncalled'),
    environment: aText('environment'),
    trace: group(
      { requestId: aTextOrNone('request_id'), traceparent: aTextOrNone('traceparent') },
      ({ requestId, traceparent }) => ({ requestId, traceparent }),
    ),
  },
  {
    form: (of) => ({
      messageId: of.messageId,
      organizationId: of.organizationId,
      appId: of.appId,
      channel: of.channel,
      lane: of.lane,
      to: of.to,
      recipientName: of.recipientName,
      sender: of.sender,
      templateId: of.templateId,
      templateVersionId: of.templateVersionId,
      language: of.language,
      variables: of.variables,
      clientReference: of.clientReference,
      units: of.units,
      charge: of.charge,
      billing: of.billing,
      state: of.state,
      failureCode: of.failureCode,
      providerReason: of.providerReason,
      attempt: of.attempt,
      leaseUntilMs: of.leaseUntilMs,
      acceptedAtMs: of.acceptedAtMs,
      updatedAtMs: of.updatedAtMs,
      expiresAtMs: of.expiresAtMs,
      sealedVariables: of.sealedVariables,
      uncalled: of.uncalled,
      environment: of.environment,
      trace: of.trace,
    }),
  },
)

/** Messages without their content, which the reader may not see. */
export const messagesWithoutContent = messages.given({ variables: {}, sealedVariables: undefined })

/** Messages as their senders see them: most columns aren't fetched. */
export const shownMessages = messages.pickFormed(shownMessage, ...SHOWN_FIELDS)

const messageRows = `
  SELECT m.id FROM messages m {by messages.PRIMARY} WHERE m.id IN (?x*) ORDER BY m.id`

/** Locks messages in the order of their ids, without reading them. */
export const lockMessageRows = statement(`${messageRows} {for update}`)

/** The same for messages that no other transaction has locked. */
export const lockFreeMessageRows = statement(`${messageRows} {skip locked}`)
