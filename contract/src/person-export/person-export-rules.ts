/** Hours for which a finished export of an administrator waits for its only download. */
export const PERSON_EXPORT_KEPT_HOURS = 24
/** Exports that an administrator asks for in 24 hours. */
export const PERSON_EXPORTS_A_DAY = 20
/** Days for which a finished export waits for the person whom it is about. */
export const OWN_EXPORT_KEPT_DAYS = 3
/** Exports about themselves that a user asks for in 24 hours. */
export const OWN_EXPORTS_A_DAY = 3
/** Interval at which a screen asks how far an export is. */
export const PERSON_EXPORT_POLL_SECONDS = 2

export const personExportStates = ['queued', 'running', 'ready', 'failed', 'downloaded'] as const
type PersonExportState = (typeof personExportStates)[number]

/** Whether an export waits for its turn or is being made. */
export const isExportUnderWay = (found: { readonly stateCd: PersonExportState } | null | undefined): boolean =>
  found?.stateCd === 'queued' || found?.stateCd === 'running'
