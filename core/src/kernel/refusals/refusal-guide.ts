import type { RefusalTag } from './refusal.js'

/** Explains an error to the person who gets it. */
export interface ErrorGuide {
  /** What happened, in one or two sentences. */
  readonly meaning: string
  /** Usual causes, the most frequent first. */
  readonly causes: readonly string[]
  /** What to do now. */
  readonly fix: string
}

const OF_CALLERS = {
  Unauthenticated: {
    meaning: 'The request has no valid credential for this part of the API.',
    causes: [
      'The `Authorization` header is missing, or doesn’t start with `Bearer`.',
      'The credential was revoked or has expired, or was copied only in part.',
      'A credential, an Agent key or a user’s access token is used where another kind is required.',
    ],
    fix: 'Copy the whole credential, or create a new one at the website. If a user’s access token expired, refresh it.',
  },
  InvalidCredentials: {
    meaning: 'The email address, the password or the code is wrong, or the user isn’t active.',
    causes: [
      'The email address or password has a typing mistake.',
      'A code of the authenticator app was used before or has expired.',
      'The user was disabled.',
    ],
    fix: 'Check the address and the password, and wait for the next code of the authenticator app. Otherwise reset the password.',
  },
  SecondFactorRequired: {
    meaning: 'This operation needs a recent code of the second factor.',
    causes: [
      'The user has a second factor, and signed in without its code.',
      'The last code is too old for this operation.',
    ],
    fix: 'Sign in or confirm the session with a code of the authenticator app, then send the request again.',
  },
  ActionNotGranted: {
    meaning: 'The credential isn’t allowed to do this.',
    causes: [
      'The credential was created without this action, for example without `messages.send`.',
      'The app allows only some IP addresses, and this isn’t one of them.',
    ],
    fix: 'Create a credential with this action at the website. If the app restricts IP addresses, send from an allowed one.',
  },
  ChannelNotGranted: {
    meaning: 'The credential isn’t allowed to use this channel.',
    causes: ['The credential was created without this channel.'],
    fix: 'Create a credential with this channel at the website.',
  },
  ScopeMismatch: {
    meaning: '`projectId` or `appId` isn’t the one of the credential.',
    causes: ['The credential of another app is used.', 'An ID has a typing mistake.'],
    fix: 'Use the project and the app of the credential; `GET /v1/auth/check` returns both.',
  },
  OperationNotAllowed: {
    meaning: 'The Agent key isn’t allowed to call this operation.',
    causes: [
      'The operation isn’t on the list of the key.',
      'Only people can call this operation.',
      'There is no operation of this name.',
    ],
    fix: 'Create an Agent key that includes the operation, or let a person call it.',
  },
  PermissionDenied: {
    meaning: 'The user, or the sponsor of the Agent key, doesn’t have the permission for this operation.',
    causes: ['The user’s role doesn’t include the permission.', 'The sponsor’s role changed.'],
    fix: 'Ask an owner of the Organization for a role with this permission.',
  },
  ApprovalRequired: {
    meaning: 'Another person has to decide this.',
    causes: ['The person who proposed the change tried to approve it.'],
    fix: 'Ask another person with the permission to approve or reject it.',
  },
} as const satisfies Partial<Record<RefusalTag, ErrorGuide>>

const OF_SENDS = {
  TemplateUnavailable: {
    meaning: 'The template can’t be used for this message. `message` says why.',
    causes: [
      'The template isn’t approved, or was paused.',
      'The template is of another channel or another app.',
      'The ID has a typing mistake.',
    ],
    fix: 'Use an approved template of this channel, or submit this one for review.',
  },
  OtpVerificationFailed: {
    meaning: 'The code couldn’t be verified. All causes look the same, so that codes can’t be guessed.',
    causes: [
      'The code is wrong, or was used before.',
      'The code has expired, or a newer code was sent.',
      'There were too many wrong attempts.',
    ],
    fix: 'Ask the user for the newest code. If it fails again, send a new code.',
  },
  ChannelNotActive: {
    meaning: 'The Organization or the app can’t use this channel.',
    causes: [
      'The Organization isn’t entitled to the channel.',
      'The app is paused or disabled.',
      'The app’s restrictions exclude the channel.',
    ],
    fix: 'Check at the website that the app is active and allows the channel. Otherwise ask support to open it.',
  },
  OrganizationSuspended: {
    meaning: 'The Organization is paused. Its sends are refused until it is resumed.',
    causes: ['Support paused the Organization.'],
    fix: 'Ask support why the Organization is paused.',
  },
  SenderUnavailable: {
    meaning: 'The app has no sender ID for this channel, or none for this country and class of message.',
    causes: [
      'No sender ID was assigned to the app.',
      'No active sender ID serves the country of the recipient or the class of the message.',
      'Mobile networks of the country refuse this kind of sender ID.',
      'The country requires a registration of the sender ID.',
      'Promotional messages of the sender ID are on hold, because it isn’t known who opted out.',
    ],
    fix: 'Check the sender IDs of the app at the website. Ask support for one that serves the country.',
  },
  PriceUnavailable: {
    meaning: 'There is no price for this channel and destination.',
    causes: ['The country has no price.', 'The country has no price in the Organization’s currency.'],
    fix: 'Check the number’s country code. Otherwise ask support for a price of this channel and country.',
  },
  InsufficientBalance: {
    meaning: 'The available balance doesn’t cover the charge. Nothing was sent or charged.',
    causes: [
      'The balance of this environment is used up.',
      'Money is on hold for messages that aren’t final yet.',
    ],
    fix: 'The balance of this environment is too low. Request credit (top up) at the website, under Billing.',
  },
  BudgetExceeded: {
    meaning: 'The message would exceed a budget that refuses sends.',
    causes: [
      'The budget of the Organization, the app or the channel has less left in this period than the message costs.',
    ],
    fix: 'Raise or remove the budget, or wait for its next period.',
  },
  DestinationNotAllowed: {
    meaning: 'Messages to this recipient or country aren’t allowed.',
    causes: [
      'The country isn’t on the app’s list of allowed countries.',
      'The app requires an opt-in for promotional messages, and the recipient has none for this app and channel.',
      'The recipient has opted out, or your Organization recorded an opt-out.',
      'The recipient reported a message as spam, or the mobile network blocked the recipient.',
      'A mail server reported that the address doesn’t exist (bounce).',
      'Support suppressed the recipient.',
      'Support blocked the number range, or OTPs to it are blocked because of SMS pumping.',
    ],
    fix: 'The error’s `message` names the cause, and who can end a suppression. Depending on the cause, allow the country for the app, record an opt-in that the recipient gave, or ask support. If a recipient opted out by phone, only their own START ends it.',
  },
  ProviderUnavailable: {
    meaning: 'No provider for this channel can take the message now.',
    causes: [
      'All provider accounts that reach the recipient are down or paused.',
      'No provider account serves this channel and country.',
    ],
    fix: 'Wait and send the same request with the same key again. If it continues, ask support.',
  },
} as const satisfies Partial<Record<RefusalTag, ErrorGuide>>

const OF_RECORDS = {
  EventsExpired: {
    meaning: 'Events after the given sequence were deleted. They are kept for 30 days by default.',
    causes: ['The program that reads events was stopped for longer than events are kept.'],
    fix: 'Read the current state of the messages that you need, then continue with the sequence that the error names.',
  },
  InvalidRequest: {
    meaning: 'A field, header or parameter is invalid. `fieldErrors` lists each of them.',
    causes: [
      'A required field is missing, or a field has an unknown name.',
      'A value has the wrong type, format or length.',
      'The `Idempotency-Key` header is missing or too short.',
    ],
    fix: 'Correct the fields that the error names, then send the request again.',
  },
  NotFound: {
    meaning: 'The record doesn’t exist, or belongs to another Organization.',
    causes: [
      'The ID has a typing mistake.',
      'The record is of another app, Organization or environment.',
      'The record was deleted after its retention time.',
    ],
    fix: 'Check the ID, and that the credential is of the same app and environment.',
  },
  IdempotencyConflict: {
    meaning: 'The key was used before for a different request. Nothing was done.',
    causes: [
      'One `Idempotency-Key` or `requestId` is used for several requests.',
      'A field changed between two attempts, for example a time or a random value.',
    ],
    fix: 'Use a new key for each new message. For a retry, send exactly the same request.',
  },
  Conflict: {
    meaning: 'The state or version of the record doesn’t allow this.',
    causes: [
      'Another person or program changed the record meanwhile.',
      'The record is in a state that doesn’t allow the change.',
    ],
    fix: 'Read the record again, then decide whether to repeat the change with its current `version`.',
  },
  TooManyRequests: {
    meaning: 'There were too many requests. `Retry-After` has the seconds to wait.',
    causes: [
      'The caller sent more requests per second (TPS) than the rate limit in `RateLimit-Policy` allows.',
      'Too many OTPs were sent to a number or number range, or too many wrong codes were entered.',
    ],
    fix: 'Wait for the time in `Retry-After`, then send the same request again. Spread requests over time.',
  },
} as const satisfies Partial<Record<RefusalTag, ErrorGuide>>

/**
 * The meaning, causes and fix of each refusal, for API documents, the error pages, the website and `postrider-dev`
 * (docs/errors). Total: a refusal without an entry doesn't compile.
 */
export const REFUSAL_GUIDE: Readonly<Record<RefusalTag, ErrorGuide>> = {
  ...OF_CALLERS,
  ...OF_SENDS,
  ...OF_RECORDS,
}
