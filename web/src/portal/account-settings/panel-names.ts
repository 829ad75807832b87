/** Panels that can be edited, as the address names them. */
const editedPanels = ['user-info', 'security-info', 'company-info', 'notifications'] as const
export type EditedPanel = (typeof editedPanels)[number]

/** The page's part of the address: the window or the panel that is open. */
export interface SettingsSearch {
  change?: 'password'
  edit?: EditedPanel
}

/** Reads the address, whatever somebody typed into it. */
export function readSettingsSearch(raw: Readonly<Record<string, unknown>>): SettingsSearch {
  const edit = editedPanels.find((one) => one === raw['edit'])
  return { ...(raw['change'] === 'password' ? { change: 'password' } : {}), ...(edit ? { edit } : {}) }
}
