/** Records events of one kind for metrics and logs. A module that knows only its own events uses this instead of `Telemetry`. */
export interface EventSink<E> {
  /** Records the event; never throws and never waits. */
  emit(event: E): void
}
