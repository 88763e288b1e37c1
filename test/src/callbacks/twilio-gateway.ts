import { Agent, request } from 'node:http'
import twilio from 'twilio'
import { answering, startScriptedServer } from '../adapters/http-calls/scripted-server.js'

/** A message that the gateway took. */
export interface TakenMessage {
  readonly sid: string
  readonly to: string
  /** Where it is to report, as it was told. */
  readonly callTo: string
  readonly body: string
}

/** What Twilio says of a message. */
export interface TwilioReport {
  readonly text: TakenMessage
  readonly status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed'
  readonly error?: string
  /** What else it says. */
  readonly more?: Readonly<Record<string, string>>
}

/** What a callback was answered; `undefined`: nothing, the connection was lost. */
export type CallbackStatus = number | undefined

/** A gateway as Twilio is one, which takes every text; it calls only where it is told to. */
export interface TwilioGateway {
  readonly url: string
  /** In the order in which it took them. */
  texts(): readonly TakenMessage[]
  /** Calls as Twilio does, signed by the account's token; `token` is another's for who forges. */
  call(word: TwilioReport, token?: string): Promise<CallbackStatus>
  close(): Promise<void>
}

/** So many of its calls are under way at once; the others follow. */
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

/** With which status of HTTP it does not take a text; undefined: it does. */
type Refusal = (to: string) => number | undefined

/** Starts one on loopback. Whom it refuses it tells what they wrote. */
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
    if (refusal !== undefined)
      return answering(refusal, { code: 30_999, message: `no "${text.body}"`, status: refusal })(response)
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
