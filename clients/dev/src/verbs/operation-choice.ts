/** The options of an event that an operation leads to. */
export interface OperationChoice {
  readonly organization?: string
  readonly app?: string
  readonly key?: string
}
