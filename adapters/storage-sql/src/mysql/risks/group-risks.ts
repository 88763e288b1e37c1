import { mildRisk, type StorageRisk } from '@postrider/core/platform/domain/installation/storage-risk'
import type { ServerFacts, ServerSettings } from './facts.js'

/** Whether the server belongs to a group of MySQL's group replication. */
export const isInGroup = (variables: ServerSettings): boolean =>
  (variables.get('group_replication_group_name') ?? '') !== ''

const primaryRisks = (variables: ServerSettings): readonly StorageRisk[] => {
  const consistency = variables.get('group_replication_consistency') ?? ''
  if (variables.get('group_replication_single_primary_mode') !== 'ON')
    return [
      mildRisk(
        'the group has several primaries, so it can stop for minutes when one of them fails',
        'Use one primary: SELECT group_replication_switch_to_single_primary_mode().',
      ),
    ]
  return consistency === 'EVENTUAL'
    ? [
        mildRisk(
          'group_replication_consistency is EVENTUAL, so a new primary returns old data at first',
          'Set group_replication_consistency=BEFORE_ON_PRIMARY_FAILOVER.',
        ),
      ]
    : []
}

/**
 * The risks of group replication. A group keeps everything that its majority has; these settings decide which
 * data a member shows.
 */
export const groupRisks = ({ variables, addresses }: ServerFacts): readonly StorageRisk[] => {
  if (!isInGroup(variables)) return []
  const waits = variables.get('group_replication_unreachable_majority_timeout') === '0'
  return [
    ...primaryRisks(variables),
    ...(waits && addresses > 1
      ? [
          mildRisk(
            'group_replication_unreachable_majority_timeout is 0, so a member without a majority keeps its writes waiting',
            'Set group_replication_unreachable_majority_timeout=10.',
          ),
        ]
      : []),
    ...(variables.get('group_replication_exit_state_action') === 'READ_ONLY'
      ? [
          mildRisk(
            'group_replication_exit_state_action is READ_ONLY, so a member that left the group returns old data',
            'Set group_replication_exit_state_action=OFFLINE_MODE.',
          ),
        ]
      : []),
  ]
}
