import type { KeyId } from '@postrider/core/kernel/ids/key-id'
import type { SealedKind } from '@postrider/core/platform/ports/key-storage'
import type { MemoryTables } from './tables.js'

/** A sealed text and where it is stored. */
export interface KeptText {
  readonly place: string
  readonly sealed: string
}

/** The key of a sealed text, which is `v1.<key>.…`. */
export const keyIn = (sealed: string): KeyId => sealed.split('.')[1] ?? ''

const inMap = <K extends string, V>(
  rows: Map<K, V>,
  sealedIn: (row: V) => string | undefined,
): readonly KeptText[] =>
  [...rows].flatMap(([place, row]) => {
    const sealed = sealedIn(row)
    return sealed === undefined ? [] : [{ place, sealed }]
  })

const KEPT: Readonly<Record<SealedKind, (tables: MemoryTables) => readonly KeptText[]>> = {
  'provider account': ({ catalog: { providerAccounts } }) =>
    providerAccounts.map(({ providerAccountId, sealedSecrets }) => ({
      place: providerAccountId,
      sealed: sealedSecrets,
    })),
  'second factor': ({ people }) => inMap(people.superAdmins, (admin) => admin.sealedTotpSecret),
  "customer's second factor": ({ people }) =>
    inMap(people.secondFactors, (factor) => factor.sealedTotpSecret),
  message: ({ messages }) => inMap(messages, (message) => message.sealedVariables),
  mail: ({ mailJobs }) => inMap(mailJobs, (job) => job.sealed),
  'test message': ({ testMessages }) => inMap(testMessages, (message) => message.sealed),
  erasure: () => [],
  'webhook secret': () => [],
  'previous webhook secret': () => [],
  'signing key': ({ installation: { signingKey } }) =>
    signingKey === undefined ? [] : [{ place: '1', sealed: signingKey.sealed }],
}

/** The sealed texts of a kind, by their places. */
export const sealedTexts = (tables: MemoryTables, kind: SealedKind): readonly KeptText[] =>
  [...KEPT[kind](tables)].sort((one, other) => (one.place < other.place ? -1 : 1))
