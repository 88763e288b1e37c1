import { bounceProof, bounceText, readBounceAddress } from '../../../identity/domain/mail/bounce-address.js'
import type { MailReport } from '../../../providers/domain/receipts/mail-report.js'
import type { MessageId, ProviderAccountId } from '../../../kernel/ids/id.js'
import type { StorageUnavailable, Outage } from '../../../kernel/refusals/outage.js'
import { E, type TE } from '../../../fp.js'
import type { VersionedAccountStorage } from '../../../providers/ports/provider-account-storage.js'
import type { CatalogStorage } from '../../../catalog/ports/catalog-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import { accountCache } from './account-cache.js'
import type { Receipts } from './record-receipts.js'

/** The message to which a returned email belongs, and its account. */
export interface ReturnedMessage {
  readonly messageId: MessageId
  readonly providerAccountId: ProviderAccountId
}

/** Receives emails at the bounce addresses (docs/decisions/0006). */
export interface Bounces {
  /**
   * Finds the message of an address; right undefined: it isn't one of our addresses, or its proof is wrong.
   */
  find(address: string): TE.TaskEither<StorageUnavailable, ReturnedMessage | undefined>
  /** Right after every report is stored durably. */
  record(of: ReturnedMessage, reports: readonly MailReport[]): TE.TaskEither<Outage, void>
}

interface Needs {
  readonly storage: { readonly administration: VersionedAccountStorage; readonly catalog: CatalogStorage }
  readonly clock: Clock
  readonly keyedDigests: KeyedDigests
}

/** Receives returned emails for accounts of this installation, and passes their reports on for storing. */
export const takeBounces = (needs: Needs, receipts: Receipts): Bounces => {
  const { keyedDigests } = needs
  const among = accountCache(needs)

  /** Digests of both are compared, so that the timing reveals nothing about the proof. */
  const isSame = (one: string, other: string): boolean =>
    keyedDigests.of('bounce', one) === keyedDigests.of('bounce', other)

  const isProved = (providerAccountId: ProviderAccountId, messageId: MessageId, proof: string): boolean =>
    keyedDigests.ids.some((keyId) =>
      isSame(proof, bounceProof(keyedDigests.of('bounce', bounceText(providerAccountId, messageId), keyId))),
    )

  return {
    find: (address) => async () => {
      const read = readBounceAddress(address)
      if (read === undefined) return E.right(undefined)
      const { messageId, proof } = read
      return among((accounts) => {
        const of = accounts.find((account) => isProved(account.providerAccountId, messageId, proof))
        return E.right(of === undefined ? undefined : { messageId, providerAccountId: of.providerAccountId })
      })
    },
    record: (of, reports) =>
      receipts.record({
        reports: reports.map((report) => ({
          ...report,
          ...of,
          providerMessageId: undefined,
          recipient: undefined,
        })),
      }),
  }
}
