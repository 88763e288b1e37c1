/** An SMSC on loopback as its account is configured. */
export interface SmscAccount {
  readonly port: number
  /** Submits without an answer that a process may have. */
  readonly window: number
  /** Of all processes together; left out: as fast as it takes them. */
  readonly ratePerSecond?: number
}

/** What a server of the benchmark is made of; travels to its process as JSON. */
export interface Variant {
  readonly name: string
  readonly role: 'http' | 'dispatcher' | 'console'
  /** `real`: the service as it is; the others are the baselines (a) and (b). */
  readonly acceptance: 'real' | 'without storage' | 'knex per request'
  readonly storageUrl: string
  readonly queueUrl: string
  /** What the run's queues are called. */
  readonly queuePrefix: string
  /** The SMSC that everything is sent to; left out: to the prompt provider. */
  readonly smsc?: SmscAccount
  /** The prompt provider can't be reached while this file exists; left out: it always can. */
  readonly deadWhileExists?: string
  /** For how many days idempotency keys are kept; left out: as long as by default. */
  readonly keyDays?: number
  /** Whether reads of a credential are limited as they are without settings; left out: they are not. */
  readonly hasReadLimit?: boolean
  /** 32 bytes in base64; the processes of a run share it. */
  readonly masterKey: string
  readonly dataDir: string
  /** Tenants to set up; 0 where another process has done it. */
  readonly tenants: number
  /** People to set up who can sign in; the first of them owns the first tenant. */
  readonly people: number
  /** Sessions of super admins at the console to set up, ten of each of them. */
  readonly sessions: number
  /** Organizations that don't send, with four apps and ten credentials each; left out: none. */
  readonly crowd?: number
  /** Messages to be stored before the server is ready. */
  readonly stored: number
}
