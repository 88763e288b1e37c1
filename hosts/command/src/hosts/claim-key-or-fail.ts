import { E } from '@postrider/core/fp'
import { claimKey } from '@postrider/wiring/claim-key'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT, type CommandFailure, failure } from '../exit-code.js'

/** Checks that a command has the installation's key; left, with exit code 78: it has another one. */
export const claimKeyOrFail = async (
  composition: Pick<Composition, 'postrider' | 'ports'>,
): Promise<E.Either<CommandFailure, void>> =>
  E.mapLeft((sentence: string) => failure(`POSTRIDER_MASTER_KEY: ${sentence}`, EXIT.configuration))(
    await claimKey(composition),
  )
