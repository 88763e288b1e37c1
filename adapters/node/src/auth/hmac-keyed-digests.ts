import type { DigestPurpose, KeyedDigests } from '@postrider/core/kernel/ports/keyed-digests'
import { createDerivedMac, type DerivedMac } from './derived-mac.js'
import { namesOf } from './master-key-ring.js'
import type { MasterKeys } from './master-key.js'

/**
 * A key for each purpose, derived from the master key: a digest for one purpose isn't valid for another.
 * Previous master keys are needed as long as their digests are compared (an audit log is kept for years).
 */
export const createKeyedDigests = (keys: MasterKeys): KeyedDigests => {
  const macs: Readonly<Record<DigestPurpose, DerivedMac>> = {
    audit: createDerivedMac('postrider audit digests 1', keys),
    throttle: createDerivedMac('postrider throttle digests 1', keys),
    email: createDerivedMac('postrider email digests 1', keys),
    operation: createDerivedMac('postrider operation digests 1', keys),
    enrolment: createDerivedMac('postrider enrolment digests 1', keys),
    recipient: createDerivedMac('postrider recipient digests 1', keys),
    bounce: createDerivedMac('postrider bounce digests 1', keys),
  }
  return {
    ...namesOf(keys),
    of: (purpose, text, under) => macs[purpose].of(text, under),
    matches: (purpose, text, digest, under) => macs[purpose].matches(text, digest, under),
  }
}
