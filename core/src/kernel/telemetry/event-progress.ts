/** Events of apps got their numbers. */
export interface EventsNumbered {
  readonly _tag: 'EventsNumbered'
  readonly events: number
}

/** An attempt to deliver an event to a webhook endpoint ended. */
export interface WebhookAttempted {
  readonly _tag: 'WebhookAttempted'
  readonly isDelivered: boolean
  readonly durationMs: number
}
