import type { Homes } from '@postrider/core/messaging/ports/homes'

/** The homes of a process that doesn't share work with others: it accepts everything itself. */
export const onlyHome: Homes = { handOver: () => undefined, welcome: () => undefined }
