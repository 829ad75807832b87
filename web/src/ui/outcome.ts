import type { ToastAction } from './toast.ts'

/** Result of an action; the dialog that started it shows the message. */
export type Outcome =
  | { ok: true; message: string }
  /** `reload` loads the page anew, where only that helps. */
  | { ok: false; message: string; reload?: ToastAction | undefined }
