import { randomUUID } from 'node:crypto'
import type { BatchAnswer } from '@postrider/contracts/messages/batch-answer'
import { ERROR_GUIDES } from '@postrider/contracts/errors/error-guide'
import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { DryRun } from '@postrider/contracts/messages/dry-run'
import type { AcceptedMessage } from '@postrider/contracts/messages/accepted-message'
import type { MessageProjection } from '@postrider/contracts/messages/message-projection'
import type { OtpAnswer } from '@postrider/contracts/otp/otp-answer'
import type { OperationName, ResultOf } from '@postrider/core/assembly/registry'
import type { SessionBody } from '@postrider/contracts/sessions/session'
import { DEMO_CURRENCY, DEMO_SENDER_ID } from './demo-plans.js'
import { DEMO_DRAFTS, DEMO_VARIABLES, type DemoText, OTP_VARIABLE } from './demo-templates.js'
import type { DemoTenant } from './demo-tenant.js'
import type { DemoUser } from './demo-callers.js'
import { DemoError } from './demo-callers.js'

/** A signed-in person. */
export interface DemoPerson {
  /** The lifetime of the session, in seconds. */
  readonly expiresIn: number
  /** Calls a control operation. */
  run<K extends OperationName>(name: K, body: object): Promise<ResultOf<K>>
  /** Whether the operation responds as if the record didn't exist. */
  isRefused(name: OperationName, body: object): Promise<boolean>
}

/** The demo's own HTTP client, written like a customer's server. */
export interface DemoApi {
  signIn(user: DemoUser): Promise<DemoPerson>
  send(tenant: DemoTenant, template: DemoText, to: string, clientReference?: string): Promise<AcceptedMessage>
  /** The error code that a send would get; undefined if it would be accepted. Nothing is sent. */
  refusalOf(tenant: DemoTenant, template: DemoText, to: string): Promise<string | undefined>
  sendOtp(tenant: DemoTenant, to: string): Promise<OtpAnswer>
  /** Whether the code was right and not used before. */
  verify(tenant: DemoTenant, challengeId: string, code: string): Promise<boolean>
  /** Sends one canonical item, and a legacy one for two channels. */
  sendBatch(tenant: DemoTenant, to: string): Promise<BatchAnswer>
  message(tenant: DemoTenant, messageId: string): Promise<MessageProjection>
  balance(tenant: DemoTenant): Promise<{ readonly postedMinor: number; readonly reservedMinor: number }>
}

const TIMEOUT_MS = 10_000

/** The body of a send with the demo's own values. */
export const sendBody = (tenant: DemoTenant, template: DemoText, to: string) => ({
  projectId: tenant.projectId,
  appId: tenant.appId,
  channel: DEMO_DRAFTS.find((draft) => draft.template === template)?.body.channel,
  to,
  templateId: tenant.templateIds[template],
  variables: DEMO_VARIABLES[template],
})

const batchBody = (tenant: DemoTenant, to: string) => ({
  messages: [
    sendBody(tenant, 'sms', to),
    {
      senderId: DEMO_SENDER_ID,
      r: [to],
      t: { s: true, w: true },
      st: tenant.templateIds.sms,
      wt: tenant.templateIds.whatsapp,
      v: DEMO_VARIABLES.sms,
    },
  ],
})

interface DemoRequest {
  readonly tenant: DemoTenant
  /** The request body; it is sent with a key that makes a repeat safe. */
  readonly body?: unknown
  readonly isDryRun?: boolean
}

const ask = (url: string, { tenant, body, isDryRun }: DemoRequest): Promise<Response> => {
  const headers = { authorization: `Bearer ${tenant.credential}` }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  if (body === undefined) return fetch(url, { headers, signal })
  const once = { 'idempotency-key': `demo-${randomUUID()}` }
  const how = isDryRun === true ? { prefer: 'handling=dry-run' } : once
  const sending = { 'content-type': 'application/json', ...how }
  return fetch(url, {
    method: 'POST',
    headers: { ...headers, ...sending },
    body: JSON.stringify(body),
    signal,
  })
}

/** A sentence with the refused call, the reason and the fix. */
const refusalSentence = (url: string, status: number, answer: unknown): string => {
  const { code, message } = answer as Partial<ErrorBody>
  if (code === undefined) return `${url} answered ${status}: ${JSON.stringify(answer)}`
  return `${url} was refused: ${message} (${code}) ${ERROR_GUIDES[code].fix}`
}

const goodAnswer = async (url: string, response: Response): Promise<unknown> => {
  const answer: unknown = await response.json()
  if (response.ok) return answer
  throw new DemoError(refusalSentence(url, response.status, answer))
}

const answerOf = async (url: string, request: DemoRequest): Promise<unknown> =>
  goodAnswer(url, await ask(url, request))

const postJson = (url: string, body: object, bearer?: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })

const signIn = async (baseUrl: string, user: DemoUser): Promise<DemoPerson> => {
  const url = `${baseUrl}/v1/sessions`
  const { accessToken, expiresIn } = (await goodAnswer(url, await postJson(url, user))) as SessionBody
  const control = (name: string, body: object): Promise<Response> =>
    postJson(`${baseUrl}/v1/control/${name}`, body, accessToken)
  return {
    expiresIn,
    run: async <K extends OperationName>(name: K, body: object) =>
      (await goodAnswer(name, await control(name, body))) as ResultOf<K>,
    isRefused: async (name, body) => (await control(name, body)).status === 404,
  }
}

/** A client of the API at this address. */
export const demoApi = (baseUrl: string): DemoApi => ({
  signIn: (user) => signIn(baseUrl, user),
  send: async (tenant, template, to, clientReference) =>
    (await answerOf(`${baseUrl}/v1/messages`, {
      tenant,
      body: { ...sendBody(tenant, template, to), clientReference },
    })) as AcceptedMessage,
  refusalOf: async (tenant, template, to) => {
    const request = { tenant, body: sendBody(tenant, template, to), isDryRun: true }
    const { error } = (await answerOf(`${baseUrl}/v1/messages`, request)) as DryRun
    return error?.code
  },
  sendOtp: async (tenant, to) => {
    const body = { channel: 'sms', to, templateId: tenant.templateIds.otpSms, otpVariable: OTP_VARIABLE }
    return (await answerOf(`${baseUrl}/v1/otp`, { tenant, body })) as OtpAnswer
  },
  verify: async (tenant, challengeId, code) =>
    (await ask(`${baseUrl}/v1/otp/verify`, { tenant, body: { challengeId, code } })).ok,
  sendBatch: async (tenant, to) =>
    (await answerOf(`${baseUrl}/v1/messages/batch`, { tenant, body: batchBody(tenant, to) })) as BatchAnswer,
  message: async (tenant, messageId) =>
    (await answerOf(`${baseUrl}/v1/messages/${messageId}`, { tenant })) as MessageProjection,
  balance: async (tenant) =>
    (await answerOf(`${baseUrl}/v1/balances?currency=${DEMO_CURRENCY}`, { tenant })) as {
      postedMinor: number
      reservedMinor: number
    },
})
