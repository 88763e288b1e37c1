import type { KeyId } from '@postrider/core/kernel/ids/key-id'
import type { SealedKind } from '@postrider/core/platform/ports/key-storage'
import type { MemoryTables } from './tables.js'

/** A sealed text where it is kept. */
export interface KeptText {
  readonly place: string
  readonly sealed: string
  replace(anew: string): void
}

/** A sealed text is `v1.<key>.…`: the key is what stands between the first two points. */
export const keyIn = (sealed: string): KeyId => sealed.split('.')[1] ?? ''

const inMap = <K extends string, V>(
  rows: Map<K, V>,
  sealedIn: (row: V) => string | undefined,
  withSealed: (row: V, anew: string) => V,
): readonly KeptText[] =>
  [...rows].flatMap(([place, row]) => {
    const sealed = sealedIn(row)
    const replace = (anew: string): void => void rows.set(place, withSealed(row, anew))
    return sealed === undefined ? [] : [{ place, sealed, replace }]
  })

const KEPT: Readonly<Record<SealedKind, (tables: MemoryTables) => readonly KeptText[]>> = {
  'provider account': ({ catalog: { providerAccounts } }) =>
    providerAccounts.map((account, at) => ({
      place: account.providerAccountId,
      sealed: account.sealedSecrets,
      replace: (sealedSecrets) => {
        providerAccounts[at] = { ...account, sealedSecrets }
      },
    })),
  'second factor': ({ people }) =>
    inMap(
      people.superAdmins,
      (admin) => admin.sealedTotpSecret,
      (admin, sealedTotpSecret) => ({ ...admin, sealedTotpSecret }),
    ),
  "customer's second factor": ({ people }) =>
    inMap(
      people.secondFactors,
      (factor) => factor.sealedTotpSecret,
      (factor, sealedTotpSecret) => ({ ...factor, sealedTotpSecret }),
    ),
  message: ({ messages }) =>
    inMap(
      messages,
      (message) => message.sealedVariables,
      (message, sealedVariables) => ({ ...message, sealedVariables }),
    ),
  mail: ({ mailJobs }) =>
    inMap(
      mailJobs,
      (job) => job.sealed,
      (job, sealed) => ({ ...job, sealed }),
    ),
  'test message': ({ testMessages }) =>
    inMap(
      testMessages,
      (message) => message.sealed,
      (message, sealed) => ({ ...message, sealed }),
    ),
  'signing key': (tables) => {
    const { signingKey } = tables.installation
    const replace = (sealed: string): void => {
      if (signingKey !== undefined)
        tables.installation = { ...tables.installation, signingKey: { ...signingKey, sealed } }
    }
    return signingKey === undefined ? [] : [{ place: '1', sealed: signingKey.sealed, replace }]
  },
}

/** The sealed texts of a kind, by their places. */
export const sealedTexts = (tables: MemoryTables, kind: SealedKind): readonly KeptText[] =>
  [...KEPT[kind](tables)].sort((one, other) => (one.place < other.place ? -1 : 1))
