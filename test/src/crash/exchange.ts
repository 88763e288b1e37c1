import { request } from 'node:http'

/** One HTTP exchange, over a connection of its own. */
export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Called when the last byte of the request is with the kernel. */
  readonly onSent?: () => void
}

/** A response, or none with whether the server may have had the request. */
export type Exchanged =
  | { readonly _tag: 'Answered'; readonly status: number; readonly body: string }
  | { readonly _tag: 'Refused'; readonly cause: string }
  | { readonly _tag: 'Lost'; readonly cause: string }

/** Sends a request and reads its response. It always resolves within the timeout. */
export const exchange = ({ method, url, body, headers, timeoutMs, onSent }: Exchange): Promise<Exchanged> =>
  new Promise((resolve) => {
    const end = (exchanged: Exchanged): void => {
      clearTimeout(timer)
      resolve(exchanged)
    }
    const outgoing = request(url, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', ({ message }) => end({ _tag: 'Lost', cause: message }))
      answer.on('end', () =>
        end({ _tag: 'Answered', status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      )
    })
    const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), timeoutMs)
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      end({ _tag: error.code === 'ECONNREFUSED' ? 'Refused' : 'Lost', cause: error.message }),
    )
    outgoing.on('finish', () => onSent?.())
    outgoing.end(body)
  })
