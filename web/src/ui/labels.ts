interface UiLabels {
  /** Of the button that closes a dialog or a message. */
  close: string
  /** Of the region in which messages appear. */
  messages: string
}

let labels: UiLabels = { close: 'Close', messages: 'Messages' }

/** Returns the names of parts that their users do not name, in the language of the page. */
export const uiLabels = (): UiLabels => labels

/** Names those parts; the interface itself knows no texts. */
export function setUiLabels(next: UiLabels): void {
  labels = next
}
