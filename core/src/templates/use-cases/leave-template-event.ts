import type { NotedEventType } from '../../feed/domain/event-note.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { present } from '../../kernel/present.js'
import type { TemplateDraft, TemplateState } from '../domain/draft.js'

/** The states that Organizations wait for, or have to know of. */
const EVENTS: Partial<Readonly<Record<TemplateState, NotedEventType>>> = {
  approved: 'template.approved',
  rejected: 'template.rejected',
  paused: 'template.paused',
}

/**
 * Leaves the event about a version's new state (docs/api/events#types). Templates belong to the Organization,
 * so each of its apps gets it.
 */
export const leaveTemplateEvent = (
  unit: UnitOfWork,
  { draftId: templateId, organizationId, version, state, content }: TemplateDraft,
  reasonCode: string | undefined,
): void => {
  const type = EVENTS[state]
  if (type === undefined) return
  unit.events.leave({
    type,
    organizationId,
    appId: undefined,
    environment: undefined,
    data: { templateId, version, state, channel: content.channel, ...present({ reasonCode }) },
  })
}
