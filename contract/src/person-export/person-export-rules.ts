/** Hours for which a finished export waits for its only download. */
export const PERSON_EXPORT_KEPT_HOURS = 24
/** Exports that one user asks for in 24 hours. */
export const PERSON_EXPORTS_A_DAY = 20
/** Interval at which a screen asks how far an export is. */
export const PERSON_EXPORT_POLL_SECONDS = 2

export const personExportStates = ['queued', 'running', 'ready', 'failed', 'downloaded'] as const
