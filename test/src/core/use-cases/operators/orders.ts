import type { AppId, ProviderAccountId } from '@postrider/core/domain/ids/id'
import type { PrefixBlock } from '@postrider/core/domain/passcodes/breaker'
import { carryOut, type OrderNeeds } from '@postrider/core/use-cases/operators/carry-out'
import type { Order } from '@postrider/core/use-cases/operators/order'
import { liftBlock } from '@postrider/core/use-cases/operators/prefix-blocks'
import { switchApp } from '@postrider/core/use-cases/operators/switch-app'
import { addBlock, removeBlock } from '@postrider/core/use-cases/operators/switch-destination'
import { switchProviderAccount } from '@postrider/core/use-cases/operators/switch-provider-account'
import { type SwitchNeeds, throwSwitch } from '@postrider/core/use-cases/operators/throw-switch'

interface AppOrder extends Order {
  readonly appId: AppId
}

interface AccountOrder extends Order {
  readonly providerAccountId: ProviderAccountId
}

interface PrefixOrder extends Order {
  readonly prefix: string
}

/** Stops an app, or lets it go on, without the runner around it. */
export const appSwitch =
  (action: string, status: 'disabled' | 'active') =>
  (needs: SwitchNeeds) =>
  ({ appId, ...order }: AppOrder) =>
    throwSwitch(needs)(order, {
      action,
      concerned: { _tag: 'OfApp', appId },
      work: (unit) => switchApp(unit, appId, status),
    })

/** Stops a provider account, or lets it go on, without the runner around it. */
export const accountSwitch =
  (action: string, status: 'disabled' | 'enabled') =>
  (needs: SwitchNeeds) =>
  ({ providerAccountId, ...order }: AccountOrder) =>
    throwSwitch(needs)(order, {
      action,
      concerned: { _tag: 'All' },
      work: (unit) => switchProviderAccount(unit, providerAccountId, status),
    })

/** Blocks a prefix without the runner around it. */
export const blockDestination =
  (needs: SwitchNeeds) =>
  ({ prefix, ...order }: PrefixOrder) =>
    throwSwitch(needs)(order, {
      action: 'destination.block',
      concerned: { _tag: 'OfPrefix', prefix },
      work: (unit, nowMs) => addBlock(unit, prefix, nowMs),
    })

/** Takes a block back without the runner around it. */
export const unblockDestination =
  (needs: SwitchNeeds) =>
  ({ prefix, ...order }: PrefixOrder) =>
    throwSwitch(needs)(order, {
      action: 'destination.unblock',
      concerned: { _tag: 'OfPrefix', prefix },
      work: (unit) => removeBlock(unit, prefix),
    })

/** Lifts a block of the breaker without the runner around it. */
export const liftPrefixBlock =
  (needs: OrderNeeds) =>
  ({ appId, prefix, ...order }: Order & Pick<PrefixBlock, 'appId' | 'prefix'>) =>
    carryOut(needs)(order, {
      action: 'prefix_block.lift',
      work: (unit, nowMs) => liftBlock(unit, { appId, prefix }, nowMs),
    })
