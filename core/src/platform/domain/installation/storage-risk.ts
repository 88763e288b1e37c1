/** One setting of the database, or of its cluster, that isn't safe. */
export interface StorageRisk {
  /** The finding, for example `sync_binlog is 0 while the binary log is on`. */
  readonly problem: string
  /** The change that removes it, as a sentence. */
  readonly fix: string
  /** Whether acknowledged writes can be lost. Other risks only slow the service down or make it read old data. */
  readonly losesWrites: boolean
}

/** A risk that can lose acknowledged writes. */
export const losingRisk = (problem: string, fix: string): StorageRisk => ({ problem, fix, losesWrites: true })

/** A risk that loses nothing by itself. */
export const mildRisk = (problem: string, fix: string): StorageRisk => ({ problem, fix, losesWrites: false })

/** The risks of a database, and whether the administrator accepts those that lose writes. */
export interface StorageRisks {
  readonly risks: readonly StorageRisk[]
  /** Set by `POSTRIDER_ALLOW_UNSAFE_STORAGE=1`. */
  readonly allowsUnsafe?: boolean
}

/** The risks that keep the service from working on this database. */
export const refusedRisks = ({ risks, allowsUnsafe }: StorageRisks): readonly StorageRisk[] =>
  allowsUnsafe === true ? [] : risks.filter(({ losesWrites }) => losesWrites)

/** The risks that are only reported. */
export const toleratedRisks = (found: StorageRisks): readonly StorageRisk[] => {
  const refused = new Set(refusedRisks(found))
  return found.risks.filter((risk) => !refused.has(risk))
}

/** Problem and fix in one line, for a log or an error. */
export const riskSentence = ({ problem, fix }: StorageRisk): string => `${problem}. ${fix}`
