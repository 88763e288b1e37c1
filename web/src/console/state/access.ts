import { signal } from '@preact/signals'
import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ResultOf } from '@postrider/core/assembly/registry'
import type { AdminPermission } from '@postrider/core/identity/domain/people/roles'
import { writeAs } from '../../forms/form-draft.js'
import { errorOf } from '../../live/open-calls.js'
import { client } from '../../state/connection.js'

export const signedIn = signal<ResultOf<'getOwnAccess'>['superAdmin'] | undefined>(undefined)

/** Why it is not known who is signed in, where that could not be read. */
export const accessError = signal<ErrorBody | undefined>(undefined)

/** Whether the person may do what asks for this permission. */
export const may = (permission: AdminPermission): boolean =>
  signedIn.value?.permissions.includes(permission) ?? false

/** Who is signed in and what they may do; where that fails, the next welcome asks again, or whoever wants to. */
const learn = (reading: Promise<ResultOf<'getOwnAccess'>>): void => {
  reading.then(
    ({ superAdmin }) => {
      writeAs(superAdmin.userId)
      signedIn.value = superAdmin
      accessError.value = undefined
    },
    (failure: unknown) => {
      accessError.value = errorOf(failure)
    },
  )
}

/** Learns who is signed in, as soon as there is an answer. */
export const learnAccess = (): void => learn(client.readAgain('getOwnAccess', {}))

/** Asks who is signed in and what they may do, because somebody wants to know. */
export const askAccess = (): void => learn(client.read('getOwnAccess', {}))
