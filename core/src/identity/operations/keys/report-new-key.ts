import type { AgentKey } from '../../domain/agents/agent-key.js'
import type { UserId } from '../../../kernel/ids/id.js'
import type { User } from '../../domain/people/user.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { addMail, type MailNeeds } from '../../use-cases/mails/add-mail.js'

const ownersOf = async (unit: UnitOfWork, { organizationId }: AgentKey): Promise<readonly UserId[]> =>
  organizationId === undefined
    ? []
    : (await unit.members.lockOwners(organizationId)).map(({ userId }) => userId)

/**
 * Reports a key that was created for another person to that person and to the owners of its Organization, by
 * email, as a security notice (docs/api/access#agent-keys). Its creator gets no email.
 */
export const reportNewKey = async (
  needs: MailNeeds,
  unit: UnitOfWork,
  key: AgentKey,
  maker: Pick<User, 'userId' | 'displayName'>,
  nowMs: EpochMs,
): Promise<void> => {
  const { agentKeyId, sponsorId, organizationId, label } = key
  const concerned = new Set([sponsorId, ...(await ownersOf(unit, key))])
  concerned.delete(maker.userId)
  const organization =
    organizationId === undefined ? undefined : await unit.organizations.lock(organizationId)
  const sponsor = await unit.users.lock(sponsorId)
  for (const userId of concerned) {
    const user = await unit.users.lock(userId)
    if (user?.status !== 'active') continue
    const content = {
      kind: 'agent_key_made',
      email: user.email,
      atMs: nowMs,
      agentKeyId,
      label,
      makerName: maker.displayName,
      sponsorName: userId === sponsorId ? undefined : (sponsor?.displayName ?? sponsorId),
      organizationName: organization?.displayName,
      waits: key.confirmedAtMs === undefined,
    } as const
    await addMail(needs, unit, { content, emailKey: user.emailKey }, nowMs)
  }
}
