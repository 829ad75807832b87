/** Result of an action; the dialog that started it shows the message. */
export type Outcome = { ok: true; message: string } | { ok: false; message: string }
