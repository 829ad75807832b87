/** How long an administrator's trial of a logout address waits for the application. */
const TRIAL_MS = 120_000
const KEY = 'logoutTrial'

/** An application that sent the browser back during a trial. */
export interface LogoutReturn {
  /** The name in the address that it opened. */
  app: string
  afterMs: number
}

interface Trial {
  startedAt: number
  returned?: LogoutReturn
}

function readTrial(): Trial | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Trial | null
  } catch {
    return null
  }
}

/**
 * Begins the trial of a logout address: the next return of an application is reported to this tab and signs nobody out
 * of the portal. Returns the function that ends the trial.
 */
export function beginLogoutTrial(onReturn: (returned: LogoutReturn) => void): () => void {
  const write = (trial: Trial) => localStorage.setItem(KEY, JSON.stringify(trial))
  write({ startedAt: Date.now() })
  // Only other tabs cause this event.
  const onStorage = ({ key }: StorageEvent) => {
    const returned = key === KEY ? readTrial()?.returned : undefined
    if (returned) onReturn(returned)
  }
  addEventListener('storage', onStorage)
  return () => {
    removeEventListener('storage', onStorage)
    localStorage.removeItem(KEY)
  }
}

/** True where an administrator in another tab tries the logout address of an application, which this return ends. */
export function endsLogoutTrial(app: string): boolean {
  const trial = readTrial()
  if (!trial || trial.returned) return false
  const afterMs = Date.now() - trial.startedAt
  if (afterMs > TRIAL_MS) return false
  localStorage.setItem(KEY, JSON.stringify({ ...trial, returned: { app, afterMs } }))
  return true
}
