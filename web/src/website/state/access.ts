import { computed, signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ResultOf } from '@postrider/core/assembly/registry'
import type { Permission } from '@postrider/core/identity/domain/people/roles'
import { writeAs } from '../../forms/form-draft.js'
import { errorOf } from '../../live/open-calls.js'
import { client } from '../../state/connection.js'
import { useReading } from '../../state/reading.js'

type CustomerContext = ResultOf<'getCustomerContext'>

/** The signed-in person and their organizations; undefined until known. */
export const context = signal<CustomerContext | undefined>(undefined)

/** The error if the signed-in person couldn't be read. */
export const contextError = signal<ErrorBody | undefined>(undefined)

const SETTING = 'postrider.organization'

const chosenId = signal(localStorage.getItem(SETTING))

/** The person's membership in the shown organization; undefined if they have none. */
export const membership = computed(() => {
  const memberships = context.value?.memberships ?? []
  return (
    memberships.find(({ organization }) => organization.organizationId === chosenId.value) ?? memberships[0]
  )
})

/** The identifier of the shown organization. */
export const shownOrganizationId = computed(() => membership.value?.organization.organizationId)

/** Shows another organization of the person, in this browser. */
export const showOrganization = (id: string): void => {
  chosenId.value = id
  localStorage.setItem(SETTING, id)
}

/** Whether the person has this permission in the shown organization. */
export const mayHere = (permission: Permission): boolean =>
  membership.value?.permissions.includes(permission) ?? false

const keep = (data: CustomerContext): void => {
  writeAs(data.user.userId)
  context.value = data
  contextError.value = undefined
}

const learn = (reading: Promise<CustomerContext>): void => {
  reading.then(keep, (failure: unknown) => {
    contextError.value = errorOf(failure)
  })
}

/** Reads who is signed in, in the background. */
export const learnContext = (): void => learn(client.readAgain('getCustomerContext', {}))

/** Reads who is signed in and their organizations, because a person asked. */
export const askContext = (): void => learn(client.read('getCustomerContext', {}))

/** Keeps the person's organizations and permissions current while the website is open. */
export const AccessFollower = () => {
  const { data } = useReading('getCustomerContext', context.value === undefined ? undefined : {})
  useLayoutEffect(() => {
    if (data !== undefined) keep(data)
  }, [data])
  return null
}
