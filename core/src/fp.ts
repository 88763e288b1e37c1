/** The fp-ts words this project uses. The only file that imports fp-ts. */
export { flow, pipe } from 'fp-ts/lib/function.js'
export * as E from 'fp-ts/lib/Either.js'
export * as TE from 'fp-ts/lib/TaskEither.js'
