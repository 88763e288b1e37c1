import { Agent, request } from 'node:http'
import twilio from 'twilio'
import { answering, startScriptedServer } from '../adapters/http-calls/scripted-server.js'

/** A message that the gateway took. */
export interface TakenMessage {
  readonly sid: string
  readonly to: string
  /** The address for its report. */
  readonly callTo: string
  readonly body: string
}

/** A report of Twilio about a message. */
export interface TwilioReport {
  readonly text: TakenMessage
  readonly status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed'
  readonly error?: string
  /** Its other fields. */
  readonly more?: Readonly<Record<string, string>>
}

/** The response to a callback, or `undefined` after a lost connection. */
export type CallbackStatus = number | undefined

/** A gateway like Twilio, which takes every text. It calls only the given address. */
export interface TwilioGateway {
  readonly url: string
  /** In the order in which it took them. */
  texts(): readonly TakenMessage[]
  /** Calls as Twilio does, signed with the account's token. Another `token` makes a forgery. */
  call(word: TwilioReport, token?: string): Promise<CallbackStatus>
  close(): Promise<void>
}

/** The number of its concurrent calls. The others follow. */
const AT_ONCE = 1_000

export const AUTH_TOKEN = 'the token of the account'

const sidOf = (serial: number): string => `SM${serial.toString(16).padStart(32, '0')}`

const post = (
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<CallbackStatus> =>
  new Promise((resolve) => {
    const sent = request(url, { agent, method: 'POST', headers }, (answer) => {
      answer.resume().once('close', () => resolve(answer.complete ? answer.statusCode : undefined))
    })
    sent.once('error', () => resolve(undefined))
    sent.end(body)
  })

/** The HTTP status of its refusal of a text, or Twilio's code (with 400). Undefined: it takes the text. */
type Refusal = (to: string) => number | { readonly code: number } | undefined

/** Starts a gateway on loopback. Its refusals repeat the recipient and the text. */
export const startTwilioGateway = async (refuses: Refusal = () => undefined): Promise<TwilioGateway> => {
  const server = await startScriptedServer()
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const texts: TakenMessage[] = []
  server.answerWith((response, { body }) => {
    const form = new URLSearchParams(body)
    const text = {
      sid: sidOf(texts.length + 1),
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      callTo: (form.get('StatusCallback') ?? '').replace(/#.*$/, ''),
    }
    texts.push(text)
    const refusal = refuses(text.to)
    if (refusal !== undefined) {
      const { status, code } =
        typeof refusal === 'number' ? { status: refusal, code: 30_999 } : { status: 400, ...refusal }
      return answering(status, { code, message: `no "${text.body}"`, status })(response)
    }
    answering(201, { sid: text.sid, status: 'queued' })(response)
  })
  return {
    url: server.url,
    texts: () => texts,
    call: ({ text: { sid, to, callTo }, status, error, more }, token = AUTH_TOKEN) => {
      const fields = {
        MessageSid: sid,
        MessageStatus: status,
        To: to,
        ...more,
        ...(error === undefined ? {} : { ErrorCode: error }),
      }
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilio.getExpectedTwilioSignature(token, callTo, fields),
      }
      return post(agent, callTo, headers, new URLSearchParams(fields).toString())
    },
    close: () => {
      agent.destroy()
      return server.close()
    },
  }
}
