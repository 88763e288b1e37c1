import { capabilitiesDocument } from './document.js'

/** The registry as the repository keeps it and the host serves it. */
export const capabilitiesText = (): string => `${JSON.stringify(capabilitiesDocument(), null, 2)}\n`
