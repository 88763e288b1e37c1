import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { gatherWork } from './dispatch.js'
import type { WorkingCopy } from './working-copy.js'
import type { UnitLocks } from './unit-locks.js'
import type { UsedPart } from './used-part.js'

/** What operators decide about, inside a unit. */
export const reconciliationInMemory = (
  copy: WorkingCopy,
  { hold }: Pick<UnitLocks, 'hold'>,
): UsedPart<Pick<UnitOfWork, 'messages'>> => ({
  messages: {
    gather: async (item) => {
      hold(item.messageId)
      return gatherWork(copy.tables, [item])
    },
  },
})
