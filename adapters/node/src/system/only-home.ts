import type { Homes } from '@postrider/core/messaging/ports/homes'

/** The homes of a process that has no other to share work with: it accepts everything itself. */
export const onlyHome: Homes = { handOver: () => undefined, welcome: () => undefined }
