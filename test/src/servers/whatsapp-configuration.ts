/** A template that the vendor has approved; placeholders are {{1}}, {{2}} and so on. */
export interface CloudTemplate {
  readonly name: string
  readonly language: string
  readonly header?: string
  readonly body: string
  /** Whether it has the category for codes: its button copies the code in its body. */
  readonly isAuthentication?: boolean
}

/** The configuration of the process. */
export interface CloudConfiguration {
  readonly port: number
  readonly logFile: string
  readonly version: string
  readonly appId: string
  readonly wabaId: string
  readonly accessToken: string
  readonly appSecret: string
  readonly numbers: readonly string[]
  readonly templates: readonly CloudTemplate[]
  /** The reported statuses of a message, in this order. */
  readonly statuses: readonly string[]
}
