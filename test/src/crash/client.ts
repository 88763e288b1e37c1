import { setTimeout as sleep } from 'node:timers/promises'
import { checkResponse } from '../contracts/check-response.js'
import type { Sendable } from './provision.js'

/** The body that was sent with a key: its own, one with another variable, or one that must be refused. */
export type Material = 'own' | 'other' | 'refused'

/** The client's knowledge of one request: a response, or none. */
export interface Try {
  readonly key: string
  readonly material: Material
  readonly status: number | 'lost'
  /** The JSON of the response, or an empty object without one. */
  readonly body: Readonly<Record<string, unknown>>
  readonly isReplay: boolean
}

/**
 * A customer's server that follows the contract: it repeats the same bytes with the same key until it gets a
 * response.
 */
export interface Client {
  readonly history: readonly Try[]
  /**
   * Sends new messages, at least 40 in each call and until `isEnough`. Resolves when each has its response.
   */
  sendAll(isEnough: () => boolean): Promise<void>
  /** Sends once, whatever the result. */
  send(key: string, material: Material): Promise<Try>
  get(path: string): Promise<Readonly<Record<string, unknown>>>
  /** Responses that the contract doesn't describe, a sentence each. */
  readonly breaches: readonly string[]
}

const FEWEST = 40
const MOST = 2000
const WORKERS = 4
const RETRY_PAUSE_MS = 50
const ANSWER_WITHIN_MS = 3000
const GIVE_UP_AFTER_MS = 60_000

/** Two consecutive keys differ only in their case. */
const keyOf = (index: number): string => {
  const order = `order-${String(Math.floor(index / 2)).padStart(5, '0')}`
  return index % 2 === 0 ? order : order.toUpperCase()
}

const indexOf = (key: string): number => {
  const pair = Number(/\d+$/.exec(key)?.[0] ?? 0)
  return pair * 2 + (key.startsWith('ORDER') ? 1 : 0)
}

const bodyOf = (sendable: Sendable, key: string, material: Material): string => {
  const index = indexOf(key)
  const isSms = index % 2 === 0
  const templateId = isSms ? sendable.smsTemplateId : sendable.emailTemplateId
  return JSON.stringify({
    projectId: sendable.projectId,
    appId: sendable.appId,
    channel: isSms ? 'sms' : 'email',
    to: isSms ? `+9198765${String(10_000 + index)}` : `asha.${index}@example.com`,
    templateId: material === 'refused' ? `${templateId.slice(0, -4)}zzzz` : templateId,
    variables: { order: material === 'other' ? `${key}-other` : key },
  })
}

/** Whether the client has to ask again, because the result of the request is unknown. */
const isOpen = ({ status }: Try): boolean => status === 'lost' || status >= 500

/** A complete response. A connection that ended early isn't one. */
interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

const ask = async (url: string, request: RequestInit): Promise<Answered | undefined> => {
  try {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    const body = (await answer.json()) as Answered['body']
    return { status: answer.status, headers: answer.headers, body }
  } catch {
    return undefined
  }
}

export const createClient = (baseUrl: string, sendable: Sendable, pauseMs = 15): Client => {
  const history: Try[] = []
  const breaches: string[] = []
  let next = 0
  const authorization = `Bearer ${sendable.bearer}`

  const checked = (method: string, path: string, answer: Answered | undefined): Answered | undefined => {
    try {
      if (answer !== undefined) checkResponse(method, path, answer.status, answer.headers, answer.body)
    } catch (cause) {
      breaches.push(String(cause))
    }
    return answer
  }

  const send = async (key: string, material: Material): Promise<Try> => {
    const path = '/v1/messages'
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': key }
    const body = bodyOf(sendable, key, material)
    const answer = checked('POST', path, await ask(`${baseUrl}${path}`, { method: 'POST', headers, body }))
    const tried: Try = {
      key,
      material,
      status: answer?.status ?? 'lost',
      body: answer?.body ?? {},
      isReplay: answer?.headers.get('idempotency-replayed') === 'true',
    }
    history.push(tried)
    return tried
  }

  const sendUntilAnswered = async (key: string, material: Material): Promise<void> => {
    const giveUpAtMs = performance.now() + GIVE_UP_AFTER_MS
    while (isOpen(await send(key, material))) {
      if (performance.now() > giveUpAtMs) throw new Error(`nobody answered for ${key}`)
      await sleep(RETRY_PAUSE_MS)
    }
  }

  const sendAll = async (isEnough: () => boolean): Promise<void> => {
    const first = next
    const work = async (): Promise<void> => {
      while (next < first + FEWEST || (!isEnough() && next < first + MOST)) {
        const key = keyOf(next)
        next += 1
        if (next % 10 === 3) await sendUntilAnswered(key, 'refused')
        await sendUntilAnswered(key, 'own')
        await sleep(pauseMs)
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
  }

  return {
    history,
    breaches,
    sendAll,
    send,
    get: async (path) => {
      const giveUpAtMs = performance.now() + GIVE_UP_AFTER_MS
      for (;;) {
        const answer = checked('GET', path, await ask(`${baseUrl}${path}`, { headers: { authorization } }))
        // Repeat a read that was lost, or refused because of too many others.
        const isAgain = answer === undefined || answer.status === 429 || answer.status === 503
        if (!isAgain || performance.now() > giveUpAtMs) return answer?.body ?? {}
        await sleep(RETRY_PAUSE_MS)
      }
    },
  }
}
