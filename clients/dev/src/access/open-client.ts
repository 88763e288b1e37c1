import { Postrider, type PostriderOptions } from '@postrider/client'
import type { CommandTerminal } from '../command-terminal.js'
import { type AccessOptions, sendingAccess } from './access.js'

/** A client with the scope of its credential. */
export interface OpenedClient {
  readonly client: Postrider
  /** The project and the app of the credential; requested if they aren't known yet. */
  scope(): Promise<{ readonly projectId: string; readonly appId: string; readonly environment: string }>
  readonly baseUrl: string
  readonly credential: string
}

/** A client with the chosen credential. */
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
