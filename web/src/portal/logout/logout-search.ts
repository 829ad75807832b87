/** LOUT-010, LOUT-011: the application that sent the browser back, and E for the emulated user alone. */
export interface LogoutSearch {
  app?: string
  logoutMode?: 'E'
}

export const readLogoutSearch = (search: Record<string, unknown>): LogoutSearch => ({
  ...(['string', 'number'].includes(typeof search['app']) ? { app: String(search['app']) } : {}),
  ...(search['logoutMode'] === 'E' ? { logoutMode: 'E' } : {}),
})
