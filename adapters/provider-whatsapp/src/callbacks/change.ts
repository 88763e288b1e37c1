/** What the vendor tells in one change: of which business account, when, in which field. */
export interface CloudChange {
  readonly wabaId: string | undefined
  /** Seconds of the vendor's clock. */
  readonly time: unknown
  readonly field: string | undefined
  readonly value: unknown
}
