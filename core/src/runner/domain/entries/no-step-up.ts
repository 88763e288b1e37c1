/** Why a super admin operation needs no step-up (docs/promises#dangerous-operations). */
export const NO_STEP_UP = {
  ANSWERS: 'It answers a customer, and changes nothing but the conversation.',
  CHANGES_NOTHING: 'It selects or compares records, and changes none of them.',
  MESSAGES: 'It settles messages that are listed with their evidence, and is limited to those.',
  OWN_TEXTS: 'It adds texts that come with Postrider, for the sandbox only.',
  PROVED: 'It asks for the present password.',
  REVIEWED: 'It records the registration of a text that was approved with a fresh second factor.',
  STOPS: 'It stops traffic, and an emergency stop must not wait for a code.',
  SWITCHES: 'It ends a stop, and the same stop can be set again at once.',
} as const
