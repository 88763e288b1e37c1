import { signal } from '@preact/signals'
import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ResultOf } from '@postrider/core/assembly/registry'
import type { AdminPermission } from '@postrider/core/identity/domain/people/roles'
import { writeAs } from '../../forms/form-draft.js'
import { errorOf } from '../../live/open-calls.js'
import { client } from '../../state/connection.js'

export const signedIn = signal<ResultOf<'getOwnAccess'>['superAdmin'] | undefined>(undefined)

/** The error if the signed-in person couldn't be read. */
export const accessError = signal<ErrorBody | undefined>(undefined)

/** Whether the person has this permission. */
export const may = (permission: AdminPermission): boolean =>
  signedIn.value?.permissions.includes(permission) ?? false

/** Stores who is signed in and what they may do. If it fails, the next connection or retry reads it again. */
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

/** Reads who is signed in, in the background. */
export const learnAccess = (): void => learn(client.readAgain('getOwnAccess', {}))

/** Reads who is signed in and what they may do, because a person asked. */
export const askAccess = (): void => learn(client.read('getOwnAccess', {}))
