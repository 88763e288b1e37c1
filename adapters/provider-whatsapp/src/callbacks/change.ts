/** One change in a callback: its business account, time, field and value. */
export interface CloudChange {
  readonly wabaId: string | undefined
  /** Seconds on the vendor's clock. */
  readonly time: unknown
  readonly field: string | undefined
  readonly value: unknown
}
