/** One event as it is written. */
export interface LoggedEvent {
  /** Code of the event. */
  code: string
  at: Date
  /** The event as JSON, in one line. */
  json: string
}
