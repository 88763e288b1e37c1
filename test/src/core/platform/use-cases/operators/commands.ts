import type { AppId, OrganizationId, ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { PrefixBlock } from '@postrider/core/otp/domain/breaker'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { App, Organization } from '@postrider/core/tenancy/domain/records'
import { E, type TE } from '@postrider/core/fp'
import type { OutboxSelection } from '@postrider/core/messaging/ports/outbox-storage'
import { executeCommand, type CommandNeeds, type Task } from '@postrider/core/audit/use-cases/execute-command'
import type { OperatorCommand } from '@postrider/core/audit/use-cases/operator-command'
import { liftBlock } from '@postrider/core/platform/use-cases/operators/prefix-blocks'
import { switchApp } from '@postrider/core/platform/use-cases/operators/switch-app'
import { addBlock, removeBlock } from '@postrider/core/platform/use-cases/operators/switch-destination'
import { switchOrganization } from '@postrider/core/platform/use-cases/operators/switch-organization'
import { switchProviderAccount } from '@postrider/core/platform/use-cases/operators/switch-provider-account'
import { requeueAffected } from '@postrider/core/platform/use-cases/operators/requeue-affected'

type SwitchNeeds = CommandNeeds & Parameters<typeof requeueAffected>[0]

interface Switch<R> extends Task<R> {
  /** The messages that have to be checked again. */
  readonly concerned: (done: R) => OutboxSelection
}

/**
 * Does what the runner does around a switch: record and audit event in one unit, then the affected messages.
 */
const throwSwitch =
  (needs: SwitchNeeds) =>
  <R>(command: OperatorCommand, { concerned, ...task }: Switch<R>): TE.TaskEither<Refusal | Outage, R> =>
  async () => {
    const thrown = await executeCommand(needs)(command, task)()
    if (E.isRight(thrown)) await requeueAffected(needs)(concerned(thrown.right))
    return thrown
  }

interface OrganizationCommand extends OperatorCommand {
  readonly organizationId: OrganizationId
}

const organizationSwitch =
  (action: string, status: Organization['status']) =>
  (needs: SwitchNeeds) =>
  ({ organizationId, ...command }: OrganizationCommand) =>
    throwSwitch(needs)(command, {
      action,
      concerned: () => ({ _tag: 'OfOrganization', organizationId }),
      work: (unit) => switchOrganization(unit, organizationId, status),
    })

/** Suspends an Organization without the runner. */
export const stopOrganization = organizationSwitch('organization.stop', 'suspended')

/** Resumes a suspended Organization without the runner. */
export const resumeOrganization = organizationSwitch('organization.resume', 'active')

interface AppOrder extends OperatorCommand {
  readonly appId: AppId
}

interface AccountOrder extends OperatorCommand {
  readonly providerAccountId: ProviderAccountId
}

interface PrefixOrder extends OperatorCommand {
  readonly prefix: string
}

/** Disables or enables an app without the runner. */
export const appSwitch =
  (action: string, status: 'disabled' | 'active') =>
  (needs: SwitchNeeds) =>
  ({ appId, ...command }: AppOrder) =>
    throwSwitch(needs)(command, {
      action,
      concerned: ({ organizationId }: App) => ({ _tag: 'OfApp', organizationId, appId }),
      work: (unit) => switchApp(unit, appId, status),
    })

/** Disables or enables a provider account without the runner. */
export const accountSwitch =
  (action: string, status: 'disabled' | 'enabled') =>
  (needs: SwitchNeeds) =>
  ({ providerAccountId, ...command }: AccountOrder) =>
    throwSwitch(needs)(command, {
      action,
      concerned: () => ({ _tag: 'All' }),
      work: (unit) => switchProviderAccount(unit, providerAccountId, status),
    })

/** Blocks a prefix without the runner. */
export const blockDestination =
  (needs: SwitchNeeds) =>
  ({ prefix, ...command }: PrefixOrder) =>
    throwSwitch(needs)(command, {
      action: 'destination.block',
      concerned: () => ({ _tag: 'OfPrefix', prefix }),
      work: (unit, nowMs) => addBlock(unit, prefix, nowMs),
    })

/** Removes a block without the runner. */
export const unblockDestination =
  (needs: SwitchNeeds) =>
  ({ prefix, ...command }: PrefixOrder) =>
    throwSwitch(needs)(command, {
      action: 'destination.unblock',
      concerned: () => ({ _tag: 'OfPrefix', prefix }),
      work: (unit) => removeBlock(unit, prefix),
    })

/** Lifts a block of the breaker without the runner. */
export const liftPrefixBlock =
  (needs: CommandNeeds) =>
  ({ appId, prefix, ...command }: OperatorCommand & Pick<PrefixBlock, 'appId' | 'prefix'>) =>
    executeCommand(needs)(command, {
      action: 'prefix_block.lift',
      work: (unit, nowMs) => liftBlock(unit, { appId, prefix }, nowMs),
    })
