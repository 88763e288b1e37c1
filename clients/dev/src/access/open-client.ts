import { Postrider, type PostriderOptions } from '@postrider/client'
import type { CommandTerminal } from '../command-terminal.js'
import { type AccessOptions, sendingAccess } from './access.js'

/** A client, and whose messages it sends. */
export interface OpenedClient {
  readonly client: Postrider
  /** The Project and the app of the credential; asked for where it is not known yet. */
  scope(): Promise<{ readonly projectId: string; readonly appId: string; readonly environment: string }>
  readonly baseUrl: string
  readonly credential: string
}

/** A client by the credential that is meant. */
export const openClient = async (
  terminal: CommandTerminal,
  options: AccessOptions,
  changes: Partial<PostriderOptions> = {},
): Promise<OpenedClient> => {
  const { baseUrl, credential, kept } = await sendingAccess(terminal, options)
  const client = new Postrider({ credential, baseUrl, ...changes })
  const scope = async () => {
    const { projectId, appId, environment } =
      kept ?? (await client.credential.check({ signal: terminal.signal }))
    return { projectId, appId, environment }
  }
  return { client, scope, baseUrl, credential }
}
