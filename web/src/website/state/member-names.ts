import { shortId } from '../../format/shown-text.js'
import { useReading } from '../../state/reading.js'
import { context } from './access.js'

/** The names of an organization's members. `you` is the word for the reader. */
export const useMemberNames = (owner: string | undefined, you: string): ((userId: string) => string) => {
  const request = owner === undefined ? undefined : { organizationId: owner, limit: 100 }
  const { data } = useReading('listOrganizationMembers', request)
  return (userId) => {
    if (userId === context.value?.user.userId) return you
    return data?.members.find((member) => member.userId === userId)?.displayName ?? shortId(userId)
  }
}
