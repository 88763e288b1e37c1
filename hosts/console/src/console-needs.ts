import type { KeyedDigests } from '@postrider/core/kernel/ports/keyed-digests'
import type { Postrider } from '@postrider/core/postrider'
import type { Site } from '@postrider/web-server/sites/site/site'

/** The use cases that the console serves. */
export type ConsoleUseCases = Pick<
  Postrider,
  'operatorSessions' | 'runOperation' | 'watching' | 'showEnrolment' | 'beginEnrolment' | 'enrol'
>

/** The dependencies of the console's endpoints. */
export interface ConsoleNeeds extends Site {
  readonly postrider: ConsoleUseCases
  readonly keyedDigests: KeyedDigests
}
