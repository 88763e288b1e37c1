/** The parts of fp-ts that this project uses. Only this file imports fp-ts. */
export { flow, pipe } from 'fp-ts/lib/function.js'
export * as E from 'fp-ts/lib/Either.js'
export * as TE from 'fp-ts/lib/TaskEither.js'
