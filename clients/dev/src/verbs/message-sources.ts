import type { MessageFilter, Postrider } from '@postrider/client'
import { givenKind, type OperationAccess, operationAccess } from '../access/access.js'
import { openClient } from '../access/open-client.js'
import { organizationOf } from '../operations/organization-of.js'
import { CommandError, EXIT } from '../errors/exit-code.js'
import { readByOperation } from '../operations/call-operation.js'
import type { DataRecord } from '../output/flatten.js'
import type { Verb } from '../verb.js'

/** The used fields of a message in a list. */
export interface ListedMessage extends DataRecord {
  readonly messageId: string
  readonly state: string
  readonly acceptedAt: string
  readonly updatedAt?: string
}

/**
 * Messages, newest first. A page may be empty even if there are more: only the last one has no `nextCursor`.
 */
export interface MessagePage {
  readonly messages: readonly ListedMessage[]
  readonly nextCursor: string | undefined
}

/** Messages that can be followed, with their columns. */
export interface MessageSource {
  readonly columns: readonly string[]
  page(cursor: string | undefined, state?: string): Promise<MessagePage>
}

/** The owner and channel of the followed messages. */
export interface SourceOptions {
  readonly organization?: string
  readonly app?: string
  readonly channel?: string
}

const PAGE = 100

const APP_COLUMNS = [
  'at',
  'state',
  'channel',
  'billing.amountMinor',
  'billing.currency',
  'messageId',
  'clientReference',
  'failureCode',
] as const

const ORGANIZATION_COLUMNS = [
  ...APP_COLUMNS.slice(0, 3),
  'to',
  'templateId',
  ...APP_COLUMNS.slice(3),
] as const

/** The entries that have a value. */
const given = (fields: DataRecord): DataRecord =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const ofOrganization = async (
  access: OperationAccess,
  { organization, app: appId, channel }: SourceOptions,
  signal: AbortSignal,
): Promise<MessageSource> => {
  const organizationId = await organizationOf(access, organization, signal)
  return {
    columns: ORGANIZATION_COLUMNS,
    page: async (cursor, state) => {
      const query = given({ organizationId, appId, channel, state, cursor, limit: PAGE })
      const page = await readByOperation(access, 'listCustomerMessageHistory', query, signal)
      const nextCursor = (page['nextCursor'] as string | null) ?? undefined
      return { messages: page['messages'] as readonly ListedMessage[], nextCursor }
    },
  }
}

const ofApp = ({ messages }: Postrider, { channel }: SourceOptions, signal: AbortSignal): MessageSource => ({
  columns: APP_COLUMNS,
  page: async (cursor, state) => {
    const filter = given({ channel, state }) as MessageFilter
    const page = await messages.listPage(filter, { pageSize: PAGE, ...given({ cursor }) }, { signal })
    const listed = page.messages.map((message) => ({ ...message }))
    return { messages: listed, nextCursor: page.nextCursor ?? undefined }
  },
})

/**
 * Whether the command uses the server credential: from the flag or the environment, which precede the
 * profile.
 */
const meansCredential = async ({ terminal, access }: Verb): Promise<boolean> => {
  const kind = await givenKind(access)
  if (kind !== undefined) return kind === 'server'
  const { environment } = terminal
  const isSet = (name: string): boolean => (environment[name] ?? '') !== ''
  return isSet('POSTRIDER_CREDENTIAL') && !isSet('POSTRIDER_AGENT_KEY')
}

/** A session or an Agent key; undefined if there is none, or if the server credential is meant. */
const accessToOrganization = async (
  verb: Verb,
  { organization, app }: SourceOptions,
): Promise<OperationAccess | undefined> => {
  const { terminal, access } = verb
  const isNamed = organization !== undefined || app !== undefined
  if (!isNamed && (await meansCredential(verb))) return undefined
  try {
    return await operationAccess(terminal, access, ['person', 'agent'])
  } catch (error) {
    const hasNone = error instanceof CommandError && error.exitCode === EXIT.authentication
    if (hasNone && !isNamed) return undefined
    throw error
  }
}

/**
 * The messages that a command may follow. With a session or an Agent key, these are an organization's
 * messages; with a server credential, those of its own app. A named organization or app requires a session or
 * an Agent key.
 */
export const messageSource = async (verb: Verb, options: SourceOptions): Promise<MessageSource> => {
  const { signal } = verb.terminal
  const access = await accessToOrganization(verb, options)
  if (access !== undefined) return ofOrganization(access, options, signal)
  const { client } = await openClient(verb.terminal, verb.access)
  return ofApp(client, options, signal)
}
