import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { ProviderOpener, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { ProviderMode } from './model-delivery.js'
import { NO_SETTINGS } from '../builders/no-settings.js'

/** A provider that responds to every submit by its present mode, and records its messages. */
export interface ModedProvider {
  readonly opener: ProviderOpener
  readonly submissions: ProviderSubmission[]
  answer(mode: ProviderMode): void
}

/** The provider's id of a message. It reports in capitals what it returned in small letters. */
export const providerIdOf = (messageId: MessageId): string => `taken-${messageId}`

const outcomeOf = (mode: ProviderMode, messageId: MessageId): SubmitOutcome => {
  switch (mode) {
    case 'taken':
      return { _tag: 'Accepted', providerMessageIds: [providerIdOf(messageId)] }
    case 'refused':
      return { _tag: 'PermanentFailure', failureCode: 'provider_rejected', detail: 'it does not want to' }
    case 'unknown':
      return { _tag: 'OutcomeUnknown', detail: 'it hung up', isOfMessage: true }
  }
}

export const modedProvider = (): ModedProvider => {
  const submissions: ProviderSubmission[] = []
  let mode: ProviderMode = 'taken'
  return {
    submissions,
    answer: (next) => {
      mode = next
    },
    opener: {
      kind: 'sandbox',
      forms: NO_SETTINGS,
      decidesRoute: () => false,
      check: () => undefined,
      open: () => ({
        deduplicates: false,
        submit: (submission) => {
          submissions.push(submission)
          return Promise.resolve(outcomeOf(mode, submission.messageId))
        },
        close: () => Promise.resolve(),
      }),
    },
  }
}
