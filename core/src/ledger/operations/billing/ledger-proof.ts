import { accountKey, type AccountKey } from '../../domain/account.js'
import { newAccount } from '../../domain/post.js'
import { entryContent } from '../../domain/provable-entry.js'
import { linesOf, signedText } from '../../domain/signed-heads.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { LedgerStatus } from '../../ports/ledger-storage.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import { environmentToRead } from '../../../tenancy/use-cases/environment-meant.js'
import { SIGNING_CONTEXT } from '../../use-cases/signing-key.js'
import {
  type AuthorizedCall,
  type OperationNeeds,
  reading,
  shown,
} from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { BILLING_READING } from './entry-parts.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  environmentMeant,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import { currency as currencyField } from '../../../kernel/codecs/money.js'
import { defaulted } from '../../../kernel/codecs/defaulted.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { limitOf, ledgerAccount, provableEntryShape, ledgerEndShape, signedHeadsShape } from './shapes.js'
import { list } from '../../../kernel/codecs/list.js'
import { nullable } from '../../../kernel/codecs/nullable.js'

interface AccountMeant {
  readonly environment: Environment
  readonly key: AccountKey
}

/**
 * The Organization's account for a request; InvalidRequest if the request doesn't determine the environment.
 */
const accountMeant = async (
  call: AuthorizedCall<{ readonly currency: string; readonly environment?: Environment | undefined }>,
  needs: OperationNeeds,
): Promise<E.Either<Refusal | Outage, AccountMeant>> => {
  const { organization } = membershipOf(call)
  const { organizationId } = organization
  const { currency } = call.request
  const environment = await environmentToRead(needs, organizationId, call.request.environment)
  if (E.isLeft(environment)) return environment
  const key = { organizationId, environment: environment.right, currency }
  return E.right({ environment: environment.right, key })
}

/** The current account, and the epoch of the reading. */
const presentAccount = async ({ storage }: OperationNeeds, key: AccountKey) => {
  const read = await storage.projections.balance(key)()
  return E.map(({ epoch, value }: AsOf<LedgerStatus>) => ({
    epoch,
    account: value.account ?? newAccount(key),
  }))(read)
}

/**
 * Lists ledger entries of an Organization's account from after a number on, each with the content of its
 * digest, and the end of the ledger as the account records it (docs/api/money#ledger-proof). Entries beyond
 * that end aren't shown.
 */
export const getLedgerProofEntry = entryOf('Billing', 'getLedgerProof', {
  ...BILLING_READING,
  summary: 'Read ledger entries for verification',
  description:
    'Lists entries in order, after a given number, with the content of their digests. With a signed head, the reader can verify that no entry was changed or removed since.',
  request: readRequest(
    {
      organizationId: organizationIdField,
      currency: currencyField,
      afterSeq: defaulted(
        integer({
          min: 0,
          description: 'Number after which to start. Default 0: from the first entry.',
          example: 0,
        }),
        0,
      ),
      limit: defaulted(limitOf(500), 500),
    },
    { environment: environmentMeant },
  ),
  result: readResult(
    {
      environment: environmentField,
      account: ledgerAccount,
      entries: list(provableEntryShape, { description: 'The ledger entries, in order.' }),
      end: ledgerEndShape,
    },
    {},
  ),
})

export const getLedgerProof = reading(getLedgerProofEntry, {
  read: async (call, needs) => {
    const meant = await accountMeant(call, needs)
    if (E.isLeft(meant)) return meant
    const { environment, key } = meant.right
    const present = await presentAccount(needs, key)
    if (E.isLeft(present)) return present
    const { account, epoch } = present.right
    const { afterSeq, limit } = call.request
    const events = await needs.storage.ledger.events(key, afterSeq, limit)()
    if (E.isLeft(events)) return events
    const { version: seq, headDigest: digest, postedMinor, reservedMinor } = account
    return shown(epoch, {
      environment,
      account: accountKey(key),
      entries: events.right
        .filter((event) => event.seq <= seq)
        .map((event) => ({ seq: event.seq, content: entryContent(event), digest: event.digest })),
      end: { seq, digest, postedMinor, reservedMinor },
    })
  },
})

/**
 * Signs the end of an account's ledger for the customer to keep, with the key of the hourly heads. Only this
 * account is in it. Null if the ledger is empty, there is no key yet, or the database is on hold.
 */
export const getSignedLedgerHeadEntry = entryOf('Billing', 'getSignedLedgerHead', {
  ...BILLING_READING,
  summary: "Get a signed copy of the ledger's head",
  description:
    "Signs the position and digest of the last entry, for the customer to keep. The head is null if there is no entry, if the installation hasn't signed anything yet, or while it is on hold after a restore.",
  request: readRequest(
    { organizationId: organizationIdField, currency: currencyField },
    { environment: environmentMeant },
  ),
  result: readResult({ environment: environmentField, signedHead: nullable(signedHeadsShape) }, {}),
})

export const getSignedLedgerHead = reading(getSignedLedgerHeadEntry, {
  read: async (call, needs) => {
    const meant = await accountMeant(call, needs)
    if (E.isLeft(meant)) return meant
    const { environment, key } = meant.right
    const installation = await needs.storage.installation.read()()
    if (E.isLeft(installation)) return installation
    const { hold, signingKey, fingerprint } = installation.right
    const present = await presentAccount(needs, key)
    if (E.isLeft(present)) return present
    const { account, epoch } = present.right
    const [line] = linesOf([account], fingerprint.installationId, isoTime(call.nowMs))
    const head = line?.heads[0]
    const opened =
      hold === undefined && signingKey !== undefined
        ? needs.keyRing.open(signingKey.sealed, SIGNING_CONTEXT)
        : undefined
    if (line === undefined || head === undefined || signingKey === undefined || opened === undefined)
      return shown(epoch, { environment, signedHead: null })
    if (E.isLeft(opened))
      return E.left({
        _tag: 'StorageUnavailable' as const,
        cause: `this process does not have the key ${opened.left.keyId}`,
      })
    const { installationId, at, part, parts } = line
    const [name, seq, digest] = head
    const signature = needs.signatures.sign(signedText(line), opened.right)
    const { publicKey } = signingKey
    const signedHead = {
      installationId,
      at,
      part,
      parts,
      account: name,
      seq,
      digest,
      signature,
      publicKey,
    }
    return shown(epoch, { environment, signedHead })
  },
})
