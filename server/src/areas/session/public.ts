export {
  DEFAULT_IDLE_MINUTES,
  daysUntilPasswordExpires,
  isAuthenticationFresh,
  isPasswordExpired,
} from './session-rules.ts'
export { describeDevice, describePlace, nameOfBrowser } from './device.ts'
export {
  type OpenedEmulation,
  type SessionElsewhere,
  insertSession,
  findOpenSessions,
  endSessionsOfUser,
  renewSession,
  openEmulation,
  endEmulationsAs,
  endEmulationsOfActor,
  markAuthenticated,
} from './session-store.ts'
export { holdSessions, releaseSessions } from './run-call.ts'
export { readLiveSession } from './session-reader.ts'
export { administrationOf } from './held-administration.ts'
