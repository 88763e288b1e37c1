import { mayHere } from '../state/access.js'
import type { ChosenAccount } from './account-chosen.js'
import { DeliveryPanel } from './delivery-panel.js'
import { UsagePanel } from './usage-panel.js'
import { UsageRangeChips } from './usage-range.js'

/** An account's charges and deliveries in one range, which is chosen above them. */
export const UsageView = ({ account }: { account: ChosenAccount }) => (
  <>
    <UsageRangeChips />
    <UsagePanel account={account} />
    {mayHere('messages.read') && <DeliveryPanel account={account} />}
  </>
)
