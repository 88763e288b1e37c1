// Written by `npm run fix` from contracts/src/errors/error-guide.ts, contracts/src/errors/field-guide.ts and
// core/src/messaging/domain/messages/failure-guide.ts.

/** The meaning, causes and fix of a code. */
export interface CodeGuide {
  readonly meaning: string
  readonly causes: readonly string[]
  readonly fix: string
}

/** Each error code of the API, each code of an invalid field and each failure code of a message. */
export const CODE_GUIDES: Readonly<Record<string, CodeGuide>> = {
  invalid_json: {
    meaning: 'The request body isn’t a JSON object.',
    causes: ['The body is empty or cut off.', 'The body is a form or a list instead of an object.'],
    fix: 'Send one JSON object in UTF-8 with `Content-Type: application/json`.',
  },
  invalid_request: {
    meaning: 'A field, header or parameter is invalid. `fieldErrors` lists each of them.',
    causes: [
      'A required field is missing, or a field has an unknown name.',
      'A value has the wrong type, format or length.',
      'The `Idempotency-Key` header is missing or too short.',
    ],
    fix: 'Correct the fields that the error names, then send the request again.',
  },
  template_unavailable: {
    meaning: 'The template can’t be used for this message. `message` says why.',
    causes: [
      'The template isn’t approved, or was paused.',
      'The template is of another channel or another app.',
      'The ID has a typing mistake.',
    ],
    fix: 'Use an approved template of this channel, or submit this one for review.',
  },
  otp_verification_failed: {
    meaning: 'The code couldn’t be verified. All causes look the same, so that codes can’t be guessed.',
    causes: [
      'The code is wrong, or was used before.',
      'The code has expired, or a newer code was sent.',
      'There were too many wrong attempts.',
    ],
    fix: 'Ask the user for the newest code. If it fails again, send a new code.',
  },
  unauthenticated: {
    meaning: 'The request has no valid credential for this part of the API.',
    causes: [
      'The `Authorization` header is missing, or doesn’t start with `Bearer`.',
      'The credential was revoked or has expired, or was copied only in part.',
      'A credential, an Agent key or a user’s access token is used where another kind is required.',
    ],
    fix: 'Copy the whole credential, or create a new one at the website. If a user’s access token expired, refresh it.',
  },
  invalid_credentials: {
    meaning: 'The email address, the password or the code is wrong, or the user isn’t active.',
    causes: [
      'The email address or password has a typing mistake.',
      'A code of the authenticator app was used before or has expired.',
      'The user was disabled.',
    ],
    fix: 'Check the address and the password, and wait for the next code of the authenticator app. Otherwise reset the password.',
  },
  second_factor_required: {
    meaning: 'This operation needs a recent code of the second factor.',
    causes: [
      'The user has a second factor, and signed in without its code.',
      'The last code is too old for this operation.',
    ],
    fix: 'Sign in or confirm the session with a code of the authenticator app, then send the request again.',
  },
  action_not_granted: {
    meaning: 'The credential isn’t allowed to do this.',
    causes: [
      'The credential was created without this action, for example without `messages.send`.',
      'The app allows only some IP addresses, and this isn’t one of them.',
    ],
    fix: 'Create a credential with this action at the website. If the app restricts IP addresses, send from an allowed one.',
  },
  channel_not_granted: {
    meaning: 'The credential isn’t allowed to use this channel.',
    causes: ['The credential was created without this channel.'],
    fix: 'Create a credential with this channel at the website.',
  },
  scope_mismatch: {
    meaning: '`projectId` or `appId` isn’t the one of the credential.',
    causes: ['The credential of another app is used.', 'An ID has a typing mistake.'],
    fix: 'Use the project and the app of the credential; `GET /v1/auth/check` returns both.',
  },
  channel_not_active: {
    meaning: 'The Organization or the app can’t use this channel.',
    causes: [
      'The Organization isn’t entitled to the channel.',
      'The app is paused or disabled.',
      'The app’s restrictions exclude the channel.',
    ],
    fix: 'Check at the website that the app is active and allows the channel. Otherwise ask support to open it.',
  },
  organization_suspended: {
    meaning: 'The Organization is paused. Its sends are refused until it is resumed.',
    causes: ['Support paused the Organization.'],
    fix: 'Ask support why the Organization is paused.',
  },
  sender_unavailable: {
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
  price_unavailable: {
    meaning: 'There is no price for this channel and destination.',
    causes: ['The country has no price.', 'The country has no price in the Organization’s currency.'],
    fix: 'Check the number’s country code. Otherwise ask support for a price of this channel and country.',
  },
  insufficient_balance: {
    meaning: 'The available balance doesn’t cover the charge. Nothing was sent or charged.',
    causes: [
      'The balance of this environment is used up.',
      'Money is on hold for messages that aren’t final yet.',
    ],
    fix: 'The balance of this environment is too low. Request credit (top up) at the website, under Billing.',
  },
  budget_exceeded: {
    meaning: 'The message would exceed a budget that refuses sends.',
    causes: [
      'The budget of the Organization, the app or the channel has less left in this period than the message costs.',
    ],
    fix: 'Raise or remove the budget, or wait for its next period.',
  },
  destination_not_allowed: {
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
  operation_not_allowed: {
    meaning: 'The Agent key isn’t allowed to call this operation.',
    causes: [
      'The operation isn’t on the list of the key.',
      'Only people can call this operation.',
      'There is no operation of this name.',
    ],
    fix: 'Create an Agent key that includes the operation, or let a person call it.',
  },
  permission_denied: {
    meaning: 'The user, or the sponsor of the Agent key, doesn’t have the permission for this operation.',
    causes: ['The user’s role doesn’t include the permission.', 'The sponsor’s role changed.'],
    fix: 'Ask an owner of the Organization for a role with this permission.',
  },
  approval_required: {
    meaning: 'Another person has to decide this.',
    causes: ['The person who proposed the change tried to approve it.'],
    fix: 'Ask another person with the permission to approve or reject it.',
  },
  not_found: {
    meaning: 'The record doesn’t exist, or belongs to another Organization.',
    causes: [
      'The ID has a typing mistake.',
      'The record is of another app, Organization or environment.',
      'The record was deleted after its retention time.',
    ],
    fix: 'Check the ID, and that the credential is of the same app and environment.',
  },
  route_not_found: {
    meaning: 'This path doesn’t exist.',
    causes: ['The path has a typing mistake.', 'The base URL already contains `/v1`.'],
    fix: 'Check the path against the API reference, and that the base URL is the one of the API.',
  },
  method_not_allowed: {
    meaning: 'The path doesn’t support this method. The `Allow` header lists the methods that it supports.',
    causes: ['`GET` is used instead of `POST`, or the other way round.'],
    fix: 'Use a method from the `Allow` header.',
  },
  idempotency_conflict: {
    meaning: 'The key was used before for a different request. Nothing was done.',
    causes: [
      'One `Idempotency-Key` or `requestId` is used for several requests.',
      'A field changed between two attempts, for example a time or a random value.',
    ],
    fix: 'Use a new key for each new message. For a retry, send exactly the same request.',
  },
  conflict: {
    meaning: 'The state or version of the record doesn’t allow this.',
    causes: [
      'Another person or program changed the record meanwhile.',
      'The record is in a state that doesn’t allow the change.',
    ],
    fix: 'Read the record again, then decide whether to repeat the change with its current `version`.',
  },
  events_expired: {
    meaning: 'Events after the given sequence were deleted. They are kept for 30 days by default.',
    causes: ['The program that reads events was stopped for longer than events are kept.'],
    fix: 'Read the current state of the messages that you need, then continue with the sequence that the error names.',
  },
  payload_too_large: {
    meaning: 'The request body is too long, too deeply nested or has too many members.',
    causes: ['A batch has too many messages.', 'A variable contains a file or a long text.'],
    fix: 'Split the request. The limits are in the page about quotas.',
  },
  unsupported_media_type: {
    meaning: 'The request body must be `application/json`.',
    causes: ['`Content-Type` is missing or names a form.', 'The body is compressed.'],
    fix: 'Send JSON with `Content-Type: application/json`, without compression.',
  },
  too_many_requests: {
    meaning: 'There were too many requests. `Retry-After` has the seconds to wait.',
    causes: [
      'The caller sent more requests per second (TPS) than the rate limit in `RateLimit-Policy` allows.',
      'Too many OTPs were sent to a number or number range, or too many wrong codes were entered.',
    ],
    fix: 'Wait for the time in `Retry-After`, then send the same request again. Spread requests over time.',
  },
  internal_error: {
    meaning: 'Something failed inside the service. The cause is in its log, under the request ID.',
    causes: ['A bug, or a damaged record.'],
    fix: 'Send the same request with the same key again. If it continues, give support the request ID.',
  },
  provider_unavailable: {
    meaning: 'No provider for this channel can take the message now.',
    causes: [
      'All provider accounts that reach the recipient are down or paused.',
      'No provider account serves this channel and country.',
    ],
    fix: 'Wait and send the same request with the same key again. If it continues, ask support.',
  },
  service_unavailable: {
    meaning: 'The service can’t take the request now. A send with an idempotency key is safe to repeat.',
    causes: [
      'The database or another required part doesn’t respond.',
      'The process is being restarted, or has too many requests in progress.',
    ],
    fix: 'Wait for the time in `Retry-After`, then send the same request with the same key again.',
  },
  required: {
    meaning: 'A required field, header or parameter is missing.',
    causes: [
      'The name of the field has a typing mistake, so the field with the right name is missing.',
      'The client leaves out fields that are empty.',
      'The field is required because of the value of another field.',
      'The `Idempotency-Key` header of a send is missing.',
    ],
    fix: 'Add the field that `field` names. The page of the operation lists the required fields.',
  },
  unknown: {
    meaning: 'The request has a field or parameter that the operation doesn’t have.',
    causes: [
      'The name has a typing mistake or other upper and lower case, for example `templateID`.',
      'The field belongs to another operation.',
      'The template doesn’t have a variable with this name.',
    ],
    fix: 'Remove the field or correct its name. Unknown fields are never ignored, so that a misspelled option has no silent effect.',
  },
  type: {
    meaning: 'The value has the wrong JSON type.',
    causes: [
      'A number or a boolean is sent as a string, or a string as a number.',
      'The value is `null`. Omit the field instead.',
      'A query parameter is repeated, so it arrives as a list.',
    ],
    fix: 'Send the type that the page of the operation lists for the field.',
  },
  format: {
    meaning: 'The value has the right type, but not the required form.',
    causes: [
      'A phone number has no leading `+` and country code, or contains spaces.',
      'An email address is incomplete.',
      'A date or time isn’t in the form that the field requires.',
      'The value has a line break or another character that isn’t allowed in this field.',
    ],
    fix: 'Send the form in the description of the field: phone numbers as `+447400123456`, times as `2026-11-01T09:00:00.000Z`.',
  },
  too_short: {
    meaning: 'The text has fewer characters than the field requires.',
    causes: [
      'An empty text is sent instead of omitting the field.',
      'The `Idempotency-Key` has fewer than 8 characters.',
      'A password or the reason of a change is too short.',
    ],
    fix: 'Send a longer text, or omit the field if it is optional.',
  },
  too_long: {
    meaning: 'The text has more characters than the field or the variable allows.',
    causes: [
      'The value of a variable is longer than its `maxLength` in the template.',
      'The text of an SMS with its values has too many segments.',
      'A reference or a name is longer than the field allows.',
    ],
    fix: 'Shorten the text. The message of the entry has the maximum length.',
  },
  too_small: {
    meaning: 'The number or time is below the minimum.',
    causes: [
      'A `limit` is 0.',
      'The end of a time range isn’t after its start.',
      'A time that must be in the future is in the past.',
    ],
    fix: 'Send a larger value. The message of the entry has the minimum.',
  },
  too_large: {
    meaning: 'The number or time is above the maximum.',
    causes: [
      'A `limit` is larger than the largest page.',
      'A time range is longer than the operation allows.',
      'A time that must be in the past is in the future.',
    ],
    fix: 'Send a smaller value. The message of the entry has the maximum. Read longer lists in several pages.',
  },
  too_many: {
    meaning: 'The list or object has more entries than the field allows.',
    causes: [
      'A batch makes more than 50 messages. Each recipient and channel of an entry counts.',
      'A template has too many variables.',
      'The request has too many headers, or a header twice.',
    ],
    fix: 'Send fewer entries, or split the request. The message of the entry has the maximum.',
  },
  too_few: {
    meaning: 'The list has fewer entries than the field requires.',
    causes: [
      'The list is empty, for example because a query returned no recipients.',
      'A credential has no channel or an Agent key no operation.',
    ],
    fix: 'Send at least the minimum number of entries, or don’t send the request.',
  },
  not_allowed: {
    meaning: 'The value isn’t one that the field accepts, or the field isn’t allowed here.',
    causes: [
      'The value isn’t in the list of possible values.',
      'The field isn’t possible with the value of another field.',
      'An entry of a list is a duplicate, or an object has the same name twice.',
      'The value names a record that doesn’t exist or can’t be used here.',
    ],
    fix: 'Use one of the values that the page of the operation lists, or remove the field.',
  },
  mismatch: {
    meaning: 'The value contradicts another field, or a record that the request names.',
    causes: [
      'A `cursor` is used with other parameters than the page that returned it.',
      'A template, registration or provider account is for another channel or environment.',
      'An uploaded file isn’t the one that was announced.',
    ],
    fix: 'Send values that belong together. With a `cursor`, repeat the other parameters unchanged, or start at the first page without it.',
  },
  provider_rejected: {
    meaning: 'The provider rejected the message.',
    causes: [
      'The sender ID, the text or the country isn’t allowed at the provider.',
      'The provider’s own rules consider the message spam.',
    ],
    fix: 'Compare a few of these messages. A common sender ID, text or country points to the cause. Then ask support.',
  },
  attempts_exhausted: {
    meaning: 'The provider rejected the message at every attempt.',
    causes: ['The provider was overloaded or refused every attempt for a temporary reason.'],
    fix: 'Nothing was delivered. Send the message again later. If it fails again, ask support.',
  },
  validity_expired: {
    meaning: 'The message expired before a provider accepted it.',
    causes: [
      'No provider was available in time.',
      'The message waited behind a pause of the app, the Organization or the channel.',
    ],
    fix: 'Nothing was delivered. If the message still matters, send it again. If many messages expired, ask support.',
  },
  outcome_unknown: {
    meaning: 'The provider never confirmed the outcome.',
    causes: [
      'The provider accepted the message and never sent a delivery report.',
      'The connection broke while the message was being handed over.',
    ],
    fix: 'The message may have arrived. Ask the recipient before you send it again.',
  },
  recipient_unreachable: {
    meaning: 'The phone or mailbox could not be reached.',
    causes: ['The phone is off or has no network.', 'The mailbox is full or its server doesn’t respond.'],
    fix: 'Try again later, or use another channel. If it still fails after several days, remove the recipient from your list.',
  },
  recipient_invalid: {
    meaning: 'The number or address doesn’t exist.',
    causes: ['The number isn’t assigned, or is a landline.', 'The mailbox doesn’t exist.'],
    fix: 'Correct it or remove it from your list. Sending again doesn’t help.',
  },
  recipient_blocked: {
    meaning: 'The recipient doesn’t accept messages of this kind.',
    causes: [
      'The recipient blocked the sender or promotional messages.',
      'The recipient opted out after the message was accepted.',
      'The number is on a do-not-disturb register.',
    ],
    fix: 'Stop sending to them on this channel. Ask for their consent in another way.',
  },
  recipient_limited: {
    meaning: 'The channel limits how many messages of this kind the recipient gets.',
    causes: [
      'The recipient recently got several marketing messages, from you or from other companies.',
      'The channel excludes the recipient from marketing messages for an experiment.',
    ],
    fix: 'Wait at least a day before you send again, or use another channel. Other recipients aren’t affected.',
  },
  dlt_scrubbed: {
    meaning: 'DLT has no matching template or sender ID.',
    causes: [
      'The text differs from the registered template.',
      'The template ID or the header isn’t registered for the Organization.',
    ],
    fix: 'Compare the template and its variable types with the DLT registration, then submit it again.',
  },
  template_rejected: {
    meaning: 'WhatsApp or DLT doesn’t accept the template.',
    causes: [
      'The template was paused or rejected after recipients complained.',
      'The template was changed or deleted at the provider.',
      'A value is empty or in a form that the template doesn’t allow.',
    ],
    fix: 'Check whether the template was paused or changed there. Then submit a new version.',
  },
  cancelled: {
    meaning: 'The message was cancelled before a provider accepted it.',
    causes: [
      'A member of the Organization cancelled it at the website, or disabled the app.',
      'Support paused the Organization, the app or the provider account, or blocked the destination.',
    ],
    fix: 'Nothing was delivered. Check whether a colleague cancelled the message or disabled the app. Otherwise ask support before you send again.',
  },
}
