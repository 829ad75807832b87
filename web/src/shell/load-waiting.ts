import { getWaiting } from '@portico/contract/overview/overview.ts'
import { call } from '../api/call.ts'

/** Asks for what waits for the administrator. A file of its own, which screens do not wait for. */
export const loadWaiting = (uid: number, signal: AbortSignal) => call(getWaiting, { params: { uid } }, signal)
