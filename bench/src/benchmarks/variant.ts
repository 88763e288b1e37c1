/** The account settings of an SMSC on loopback. */
export interface SmscAccount {
  readonly port: number
  /** The maximum number of open submits per process. */
  readonly window: number
  /** The rate limit of all processes together; omitted: unlimited. */
  readonly ratePerSecond?: number
}

/** The description of a benchmark server, which is passed to its process as JSON. */
export interface Variant {
  readonly name: string
  readonly role: 'http' | 'dispatcher' | 'console'
  /** `real`: the service itself; the others are the baselines (a) and (b). */
  readonly acceptance: 'real' | 'without storage' | 'knex per request'
  readonly storageUrl: string
  readonly queueUrl: string
  /** The prefix of the run's queues. */
  readonly queuePrefix: string
  /** The SMSC that receives all messages; omitted: the prompt provider. */
  readonly smsc?: SmscAccount
  /** The prompt provider can't be reached while this file exists; omitted: it always can. */
  readonly deadWhileExists?: string
  /** The retention of idempotency keys in days; omitted: the default. */
  readonly keyDays?: number
  /** Whether reads of a credential have the default rate limit; omitted: no limit. */
  readonly hasReadLimit?: boolean
  /** 32 bytes in base64; the processes of a run share it. */
  readonly masterKey: string
  readonly dataDir: string
  /** Tenants to set up; 0 if another process has done it. */
  readonly tenants: number
  /** People to create who can sign in; the first of them owns the first tenant. */
  readonly people: number
  /** Console sessions of super admins to create, ten for each of them. */
  readonly sessions: number
  /** Organizations that don't send, with four apps and ten credentials each; omitted: none. */
  readonly crowd?: number
  /** Messages to store before the server is ready. */
  readonly stored: number
}
