import type { Digest } from '../../../kernel/digests/digest.js'
import type { Outage, StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import { E, TE } from '../../../fp.js'
import type { VersionedAccountStorage } from '../../../providers/ports/provider-account-storage.js'
import type { CatalogStorage } from '../../../catalog/ports/catalog-storage.js'
import type { ProviderOpener } from '../../../providers/ports/provider.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { SessionTokens } from '../../../identity/ports/session-tokens.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type {
  CallbackReader,
  CallbackVerdict,
  ProviderCallback,
} from '../../../providers/ports/provider-callback.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'
import { type AccountSecrets, openSecrets, tokensAt } from '../../../providers/use-cases/account-secrets.js'
import { accountCache } from './account-cache.js'
import type { Receipts } from './record-receipts.js'
import type { SinkReports } from '../../../providers/ports/provider-reports.js'

/** The result of a callback. */
export type CallbackOutcome =
  | { readonly _tag: 'Stored' | 'Forged' }
  /** There was nothing to store; the provider gets this response. */
  | { readonly _tag: 'Reply'; readonly text: string }

/** A callback as the host received it, with the path and query of its URL. */
export interface IncomingCallback extends Omit<ProviderCallback, 'url'> {
  readonly target: string
}

/** A valid callback address of one of our accounts. */
export interface OpenCallback {
  readonly wants: readonly string[]
  readonly maxBytes: number
  /**
   * Reads a callback and stores all its reports in one transaction. Left: nothing was stored, or it is
   * unknown.
   */
  take(callback: IncomingCallback): TE.TaskEither<Outage, CallbackOutcome>
}

interface Needs {
  readonly storage: { readonly administration: VersionedAccountStorage; readonly catalog: CatalogStorage }
  readonly providers: readonly ProviderOpener[]
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly sessionTokens: SessionTokens
  readonly telemetry: Telemetry
}

/** The reports in an authentic callback, including the unreadable ones. */
const reportsOf = (
  { providerAccountId }: ProviderAccount,
  verdict: Exclude<CallbackVerdict, { readonly _tag: 'Forged' | 'Reply' | 'Undecided' }>,
): SinkReports => {
  if (verdict._tag === 'Unreadable') {
    const { detail, raw } = verdict
    return { unread: [{ providerAccountId, detail, raw }] }
  }
  const { reports, inbound, templates, identities = [], unread } = verdict
  return {
    reports,
    inbound,
    templates,
    identities,
    unread: unread === undefined ? [] : [{ ...unread, providerAccountId }],
  }
}

/** The account of a callback, with its decrypted secrets. */
interface Called {
  readonly account: ProviderAccount
  readonly reader: CallbackReader
  readonly secrets: AccountSecrets['secrets']
}

/**
 * The account if the token belongs to it; StorageUnavailable, and reported to telemetry, if its secrets can't
 * be decrypted here.
 */
const calledAmong = (
  needs: Needs,
  accounts: readonly ProviderAccount[],
  providerAccountId: string,
  given: Digest,
): E.Either<StorageUnavailable, Called | undefined> => {
  const account = accounts.find((each) => each.providerAccountId === providerAccountId)
  const reader = needs.providers.find(({ kind }) => kind === account?.kind)?.callbacks
  if (account === undefined || reader === undefined) return E.right(undefined)
  const opened = E.tryCatch(() => openSecrets(needs, account), errorMessage)
  if (E.isLeft(opened)) {
    needs.telemetry.emit({ _tag: 'PartFailed', where: 'keys', cause: opened.left })
    return E.left({ _tag: 'StorageUnavailable', cause: opened.left })
  }
  const { secrets, callbackTokens } = opened.right
  const kept = tokensAt(callbackTokens, needs.clock.nowMs())
  // Digests are compared, so that the timing reveals nothing about the token.
  const isKnown = kept.some((each) => needs.sessionTokens.verifierOf('link', each) === given)
  return E.right(isKnown ? { account, reader, secrets } : undefined)
}

/**
 * Receives providers' callbacks. Right: the account if the address has a valid account and token, else
 * undefined; the caller can't find out which of the two is wrong. StorageUnavailable if it can't be
 * determined: the provider should try again.
 */
export const openCallback = (
  needs: Needs & { readonly publicUrl: string },
  receipts: Pick<Receipts, 'record'>,
) => {
  const among = accountCache(needs)

  const find = async (
    providerAccountId: string,
    token: string,
  ): Promise<E.Either<Outage, Called | undefined>> => {
    const given = needs.sessionTokens.verifierOf('link', token)
    if (given === undefined) return E.right(undefined)
    return among((accounts) => calledAmong(needs, accounts, providerAccountId, given))
  }

  const take = async (
    { account, reader, secrets }: Called,
    { target, ...callback }: IncomingCallback,
  ): Promise<E.Either<Outage, CallbackOutcome>> => {
    const url = `${needs.publicUrl}${target}`
    const read = await TE.tryCatch(() => reader.read(account, secrets, { ...callback, url }), errorMessage)()
    if (E.isLeft(read)) {
      needs.telemetry.emit({ _tag: 'PartFailed', where: 'provider', cause: read.left })
      return E.left({ _tag: 'BatchFailed', cause: read.left })
    }
    const verdict = read.right
    if (verdict._tag === 'Forged' || verdict._tag === 'Reply') return E.right(verdict)
    if (verdict._tag === 'Undecided') {
      needs.telemetry.emit({ _tag: 'PartFailed', where: 'provider', cause: verdict.detail })
      return E.left({ _tag: 'StorageUnavailable', cause: verdict.detail })
    }
    const received = reportsOf(account, verdict)
    const unread = received.unread?.length ?? 0
    needs.telemetry.emit({
      _tag: 'CallbackRead',
      ignored: verdict._tag === 'Read' ? verdict.ignored : 0,
      unread,
    })
    const stored = await receipts.record(received)()
    return E.isLeft(stored) ? stored : E.right({ _tag: 'Stored' })
  }

  return (providerAccountId: string, token: string): TE.TaskEither<Outage, OpenCallback | undefined> =>
    async () => {
      const found = await find(providerAccountId, token)
      if (E.isLeft(found)) return found
      const called = found.right
      if (called === undefined) return E.right(undefined)
      const { account, reader } = called
      const wants = [...reader.wants, ...(reader.wantsBesides?.(account) ?? [])]
      const { maxBytes } = reader
      return E.right({ wants, maxBytes, take: (callback) => () => take(called, callback) })
    }
}
