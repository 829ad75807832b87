/** Editable panels by their names in the address. */
const editedPanels = ['user-info', 'security-info', 'company-info', 'notifications'] as const
export type EditedPanel = (typeof editedPanels)[number]

/** Search params of the page: the open dialog or panel. */
export interface SettingsSearch {
  change?: 'password'
  edit?: EditedPanel
}

/** Reads the search params; ignores invalid ones. */
export function readSettingsSearch(raw: Readonly<Record<string, unknown>>): SettingsSearch {
  const edit = editedPanels.find((one) => one === raw['edit'])
  return { ...(raw['change'] === 'password' ? { change: 'password' } : {}), ...(edit ? { edit } : {}) }
}
