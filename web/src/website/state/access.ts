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

/** Who is signed in, and where they belong; undefined before it is known. */
export const context = signal<CustomerContext | undefined>(undefined)

/** Why it is not known who is signed in, where that could not be read. */
export const contextError = signal<ErrorBody | undefined>(undefined)

const SETTING = 'postrider.organization'

const chosenId = signal(localStorage.getItem(SETTING))

/** The Organization that is shown, with the person's place in it; undefined where they have none. */
export const membership = computed(() => {
  const memberships = context.value?.memberships ?? []
  return (
    memberships.find(({ organization }) => organization.organizationId === chosenId.value) ?? memberships[0]
  )
})

/** Which Organization is shown. */
export const shownOrganizationId = computed(() => membership.value?.organization.organizationId)

/** Shows another Organization of the person's, in this browser. */
export const showOrganization = (id: string): void => {
  chosenId.value = id
  localStorage.setItem(SETTING, id)
}

/** Whether the person may do what asks for this permission in the Organization that is shown. */
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

/** Learns who is signed in, as soon as there is an answer. */
export const learnContext = (): void => learn(client.readAgain('getCustomerContext', {}))

/** Asks who is signed in and where they belong, because somebody wants to know. */
export const askContext = (): void => learn(client.read('getCustomerContext', {}))

/** Keeps true where the person belongs, and what they may do there, while the website is open. */
export const AccessFollower = () => {
  const { data } = useReading('getCustomerContext', context.value === undefined ? undefined : {})
  useLayoutEffect(() => {
    if (data !== undefined) keep(data)
  }, [data])
  return null
}
