/** What the tests use of an npm package that has no types. */
declare module 's3rver' {
  class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly vhostBuckets: boolean
      readonly configureBuckets: ReadonlyArray<{ readonly name: string }>
    })
    run(): Promise<unknown>
    close(): Promise<void>
  }
  export = S3rver
}
