import {
  closed,
  type Provider,
  type ProviderAdapter,
  type ProviderOpener,
  type ProviderSubmission,
  type SubmitOutcome,
  text,
} from '@postrider/core/provider'

const loft = text({ pattern: /^https?:\/\/\S+$/, maxLength: 200, description: 'Where the pigeons start.' })
const password = text({ minLength: 1, maxLength: 100, description: 'What the loft knows you by.' })

/** Of a request that was not answered: only where nobody took the connection is it certain that nothing left. */
const unanswered = (error: unknown): SubmitOutcome => {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND'
    ? { _tag: 'NotAttempted', detail: 'the loft is not there' }
    : { _tag: 'OutcomeUnknown', detail: 'the loft did not answer' }
}

const answered = async (response: Response): Promise<SubmitOutcome> => {
  const { status } = response
  const detail = `the loft answered ${status}`
  if (status === 202) {
    const { pigeon } = (await response.json()) as { pigeon: string }
    return { _tag: 'Accepted', providerMessageIds: [pigeon] }
  }
  if (status === 401) return { _tag: 'NotAttempted', isRefused: true, detail }
  if (status === 429 || status === 503) return { _tag: 'TransientFailure', detail }
  if (status < 500) return { _tag: 'PermanentFailure', failureCode: 'provider_rejected', detail }
  return { _tag: 'OutcomeUnknown', detail }
}

const openLoft = (url: string, secret: string): Provider => {
  const underWay = new Set<Promise<SubmitOutcome>>()
  let isClosed = false

  const submit = async (sent: ProviderSubmission, timeoutMs: number): Promise<SubmitOutcome> => {
    const { messageId, to, content, trace, onWire } = sent
    onWire?.({ direction: 'out', text: `POST ${url} for ${to}` })
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${secret}`,
          'Content-Type': 'application/json',
          ...(trace.traceparent === undefined ? {} : { traceparent: trace.traceparent }),
        },
        body: JSON.stringify({ reference: messageId, to, text: content.text }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      onWire?.({ direction: 'in', text: `${response.status}` })
      return await answered(response)
    } catch (error) {
      return unanswered(error)
    }
  }

  return {
    // The loft knows a reference again: after a lost answer the same message is handed over once more, and flies once.
    deduplicates: true,
    reportsNothing: true,
    submit: (sent, timeoutMs) => {
      if (isClosed) return Promise.resolve({ _tag: 'NotAttempted', detail: 'the account is closed' })
      const call = submit(sent, timeoutMs)
      underWay.add(call)
      void call.then(() => underWay.delete(call))
      return call
    },
    close: async () => {
      isClosed = true
      await Promise.all(underWay)
    },
  }
}

const kind = {
  kind: 'pigeon-post',
  carries: ['sms'],
  forms: [{ title: 'Loft', settings: closed({ loft }, {}), secrets: closed({ password }, {}) }],
} as const satisfies Partial<ProviderAdapter>

/** Opens accounts of the kind. */
export const pigeonOpener: ProviderOpener = {
  ...kind,
  decidesRoute: (setting) => setting === 'loft',
  check: () => undefined,
  open: ({ settings }, { password: secret = '' }) => openLoft(`${String(settings['loft'])}/pigeons`, secret),
}

/** SMS by pigeon, for the list of providers of a composition: no other line anywhere has to know of it. */
export const pigeonPost: ProviderAdapter = { ...kind, opener: () => pigeonOpener }
