/** A text that the vendor has approved; places are {{1}}, {{2}} and so on. */
export interface CloudTemplate {
  readonly name: string
  readonly language: string
  readonly header?: string
  readonly body: string
  /** Of the category by which codes go: its button hands over what its body says. */
  readonly isAuthentication?: boolean
}

/** What the process is told of itself. */
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
  /** What it reports of a message, in this order. */
  readonly statuses: readonly string[]
}
