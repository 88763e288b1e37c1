import type { ReceiptReport } from '../../domain/receipts/receipt.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { ProviderCallback } from '../../ports/provider-callback.js'
import { openSecrets } from '../providers/account-secrets.js'
import type { Receipts } from './record-receipts.js'

/** What became of a callback. */
export type CallbackOutcome = { readonly _tag: 'Stored' | 'Forged' }

/** A callback as the host has it: with the path and query that it was called by. */
export interface IncomingCallback extends Omit<ProviderCallback, 'url'> {
  readonly target: string
}

/** An address that providers call, found to be one of ours. */
export interface OpenCallback {
  readonly wants: readonly string[]
  readonly maxBytes: number
  /** Reads a callback there and stores all that it reports, in one transaction. Left: nothing was stored, or nobody knows. */
  take(callback: IncomingCallback): TE.TaskEither<Outage, CallbackOutcome>
}

type Needs = Pick<Ports, 'storage' | 'providers' | 'keyRing' | 'sessionTokens' | 'digests'>

/** What could not be read, as a report that belongs to no message: operators find it among those (docs/contract#delivery-reports). */
const unreadable = (
  { digests }: Needs,
  { providerAccountId }: ProviderAccount,
  { detail, raw }: { readonly detail: string; readonly raw: string },
): ReceiptReport => ({
  providerAccountId,
  messageId: undefined,
  providerMessageId: undefined,
  recipient: undefined,
  status: 'accepted',
  failureCode: undefined,
  providerTimeMs: undefined,
  eventKey: digests.sha256(raw),
  raw: `${detail}: ${raw}`,
})

/**
 * Takes what providers call us with. Right: the address is of an account and its token, undefined where it is not; whoever asks
 * learns nothing of which of the two is wrong.
 */
export const openCallback =
  (needs: Needs & { readonly publicUrl: string }, receipts: Pick<Receipts, 'record'>) =>
  (providerAccountId: string, token: string): TE.TaskEither<Outage, OpenCallback | undefined> =>
  async () => {
    const { storage, providers, sessionTokens } = needs
    const given = sessionTokens.verifierOf('link', token)
    if (given === undefined) return E.right(undefined)
    const read = await storage.catalog.providerAccounts()()
    if (E.isLeft(read)) return read
    const account = read.right.find((each) => each.providerAccountId === providerAccountId)
    const reader = providers.find(({ kind }) => kind === account?.kind)?.callbacks
    if (account === undefined || reader === undefined) return E.right(undefined)
    const { secrets, callbackToken } = openSecrets(needs, account)
    const kept = callbackToken === undefined ? undefined : sessionTokens.verifierOf('link', callbackToken)
    // Digests are compared: how long that takes tells nothing of the token.
    if (kept !== given) return E.right(undefined)
    return E.right({
      wants: reader.wants,
      maxBytes: reader.maxBytes,
      take:
        ({ target, ...callback }) =>
        async () => {
          const verdict = await reader.read(account, secrets, {
            ...callback,
            url: `${needs.publicUrl}${target}`,
          })
          if (verdict._tag === 'Forged') return E.right({ _tag: 'Forged' })
          const reported = verdict._tag === 'Read' ? verdict.reports : [unreadable(needs, account, verdict)]
          const stored = await receipts.record(reported)()
          return E.isLeft(stored) ? stored : E.right({ _tag: 'Stored' })
        },
    })
  }
