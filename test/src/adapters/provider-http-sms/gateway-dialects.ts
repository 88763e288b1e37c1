import { createHmac } from 'node:crypto'
import twilio from 'twilio'
import type { ReceivedRequest } from '../http-calls/loopback-server.js'
import type { GatewayAnswer } from './gateway-front.js'
import type { Secrets, Settings } from './open-http-sms.js'

/** A message as a gateway received it. */
export interface GatewayMessage {
  readonly id: string
  readonly to: string
  readonly text: string
  /** The address for reports, and the data that they contain. */
  readonly callbackUrl: string | undefined
  readonly reference: string | undefined
}

/** A gateway's protocol, written from its documentation, or from its account's settings. */
export interface GatewayDialect {
  readonly settings: Settings
  readonly secrets: Secrets
  /** Secrets that it doesn't know. */
  readonly unknown: Secrets
  knows(request: ReceivedRequest): boolean
  read(request: ReceivedRequest): Omit<GatewayMessage, 'id'>
  taken(id: string): GatewayAnswer
  readonly stranger: GatewayAnswer
  readonly permanentFailure: GatewayAnswer
  readonly rejectedByRoute: GatewayAnswer
  /** Its response to a query about a message. Absent if it has no queries. */
  statusAnswer?(message: GatewayMessage | undefined): GatewayAnswer
  /** A report that the message was delivered. */
  report(
    message: GatewayMessage,
    url: string,
  ): { readonly headers: Record<string, string>; readonly body: string }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

const says = (status: number, document: object): GatewayAnswer => ({ status, body: JSON.stringify(document) })
const formOf = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString()
const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const TWILIO = { account: 'AC1', token: 'the token' }

const twilioDialect: GatewayDialect = {
  settings: { preset: 'twilio', accountSid: TWILIO.account },
  secrets: { authToken: TWILIO.token },
  unknown: { authToken: 'of nobody' },
  knows: ({ headers }) => headers.authorization === basic(TWILIO.account, TWILIO.token),
  read: ({ body }) => {
    const form = new URLSearchParams(body)
    const callbackUrl = form.get('StatusCallback')?.replace(/#.*$/, '')
    return { to: form.get('To') ?? '', text: form.get('Body') ?? '', callbackUrl, reference: undefined }
  },
  taken: (sid) => says(201, { sid, status: 'queued' }),
  stranger: says(401, { code: 20003 }),
  permanentFailure: says(400, { code: 21211 }),
  rejectedByRoute: says(400, { code: 21408 }),
  statusAnswer: (message) =>
    message === undefined ? says(404, { code: 20404 }) : says(200, { status: 'delivered', to: message.to }),
  report: ({ id, to, text }, url) => {
    const fields = { MessageSid: id, MessageStatus: 'delivered', To: to, Body: text }
    const signature = twilio.getExpectedTwilioSignature(TWILIO.token, url, fields)
    return { headers: { ...FORM, 'x-twilio-signature': signature }, body: formOf(fields) }
  },
}

const exotelSays = (status: number, DetailedStatusCode: number, Sid?: string): GatewayAnswer =>
  says(status, { SMSMessage: { DetailedStatusCode, ...(Sid !== undefined && { Sid }) } })

const exotelDialect: GatewayDialect = {
  settings: { preset: 'exotel', accountSid: 'shop1', outcomeMap: '23999=rejected_by_route' },
  secrets: { apiKey: 'the key', apiToken: 'the token' },
  unknown: { apiKey: 'the key', apiToken: 'of nobody' },
  knows: ({ headers }) => headers.authorization === basic('the key', 'the token'),
  read: ({ body }) => {
    const form = new URLSearchParams(body)
    return {
      to: form.get('To') ?? '',
      text: form.get('Body') ?? '',
      callbackUrl: form.get('StatusCallback') ?? undefined,
      reference: form.get('CustomField') ?? undefined,
    }
  },
  taken: (id) => exotelSays(200, 21010, id),
  stranger: { status: 401, body: '' },
  permanentFailure: exotelSays(400, 23010),
  rejectedByRoute: exotelSays(400, 23999),
  report: ({ id, reference = '' }) => ({
    headers: FORM,
    body: formOf({ SmsSid: id, Status: 'sent', CustomField: reference }),
  }),
}

interface Msg91Body {
  readonly sms: ReadonlyArray<{ readonly message: string; readonly to: readonly string[] }>
}

/** It reports to a manually configured address, without our reference. */
const msg91Dialect: GatewayDialect = {
  settings: { preset: 'msg91' },
  secrets: { authkey: 'the authkey' },
  unknown: { authkey: 'of nobody' },
  knows: ({ headers }) => headers['authkey'] === 'the authkey',
  read: ({ body }) => {
    const [sms] = (JSON.parse(body) as Msg91Body).sms
    return {
      to: `+${sms?.to[0] ?? ''}`,
      text: sms?.message ?? '',
      callbackUrl: undefined,
      reference: undefined,
    }
  },
  taken: (message) => says(200, { type: 'success', message }),
  stranger: says(200, { type: 'error', code: 207 }),
  permanentFailure: says(200, { type: 'error', code: 202 }),
  rejectedByRoute: says(200, { type: 'error', code: 203 }),
  report: ({ id, to }) => {
    const data = JSON.stringify([{ requestId: id, report: [{ number: to.slice(1), status: '1' }] }])
    return { headers: FORM, body: formOf({ data }) }
  },
}

interface CustomBody {
  readonly to: string
  readonly body: string
  readonly id: string
  readonly tell: string
}

const SIGNING_KEY = 'the signing key'

const customDialect: GatewayDialect = {
  settings: {
    preset: 'custom',
    method: 'POST',
    format: 'json',
    headers: '{"Authorization":"{{secret.authorization}}"}',
    fields:
      '{"to":"{{to}}","from":"{{from}}","body":"{{text}}","id":"{{reference}}","tell":"{{callbackUrl}}"}',
    takenAt: '/status',
    takenIs: 'queued',
    idAt: '/messageId',
    codeAt: '/error/code',
    outcomeMap: '1002=recipient_invalid,1009=rejected_by_route',
    reportsAt: '/results',
    reportId: '/id',
    reportReference: '/meta/ours',
    reportStatus: 'state',
    reportRecipient: 'to',
    reportStatuses: 'DONE=delivered,LOST=undelivered',
    signature: 'hmac-sha256:X-Signature',
  },
  secrets: { authorization: 'Key 1', signatureKey: SIGNING_KEY },
  unknown: { authorization: 'Key 2', signatureKey: SIGNING_KEY },
  knows: ({ headers }) => headers.authorization === 'Key 1',
  read: ({ body }) => {
    const { to, body: text, id, tell } = JSON.parse(body) as CustomBody
    return { to, text, reference: id, callbackUrl: tell }
  },
  taken: (messageId) => says(202, { status: 'queued', messageId }),
  stranger: { status: 401, body: '' },
  permanentFailure: says(400, { error: { code: 1002 } }),
  rejectedByRoute: says(400, { error: { code: 1009 } }),
  report: ({ id, to, reference }) => {
    const body = JSON.stringify({ results: [{ id, to, state: 'DONE', meta: { ours: reference } }] })
    const signature = createHmac('sha256', SIGNING_KEY).update(body).digest('hex')
    return { headers: { ...JSON_TYPE, 'x-signature': signature }, body }
  },
}

/** The simulated gateways. */
export const DIALECTS = {
  Twilio: twilioDialect,
  Exotel: exotelDialect,
  MSG91: msg91Dialect,
  'A gateway that no preset knows': customDialect,
} as const
