import { E } from '@postrider/core/fp'
import { EXIT, type CommandFailure, failure, sentenceOf } from '../exit-code.js'

/** A port setting. */
export interface PortSetting {
  readonly name: string
  readonly host: string
  readonly port: number
  /** Whether another port may replace this one if it is taken: it was not set explicitly. */
  readonly mayMove: boolean
}

const codeOf = (cause: unknown): string | undefined => (cause as NodeJS.ErrnoException).code

const sentences: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'needs more permissions than this user has',
  EADDRNOTAVAIL: 'isn’t an address of this machine',
  ENOTFOUND: 'isn’t an address of this machine',
}

/**
 * Listens on the port of the setting; left: one line that names the setting. Right: the result of `listen`.
 */
export const listenAt = async <A>(
  { name, host, port, mayMove }: PortSetting,
  listen: (host: string, port: number) => Promise<A>,
): Promise<E.Either<CommandFailure, A>> => {
  try {
    return E.right(await listen(host, port))
  } catch (cause) {
    if (mayMove && codeOf(cause) === 'EADDRINUSE') return E.right(await listen(host, 0))
    const sentence = sentences[codeOf(cause) ?? '']
    if (sentence === undefined)
      return E.left(failure(`${name}: ${host}:${port} failed: ${sentenceOf(cause)}`))
    return E.left(failure(`${name}: ${host}:${port} ${sentence}`, EXIT.failed))
  }
}
