/**
 * Opens a new window that shows a message until it gets an address. Browsers allow this only while a click is handled,
 * so before the server has answered. Null: the browser blocked it.
 */
export function openEmptyWindow(title: string, message: string): Window | null {
  const newTab = window.open('about:blank', '_blank')
  if (!newTab) return null
  // The opened page must not access the portal.
  newTab.opener = null
  const { document } = newTab
  document.title = title
  const text = document.createElement('p')
  text.textContent = message
  text.setAttribute('role', 'status')
  document.documentElement.style.colorScheme = 'light dark'
  Object.assign(document.body.style, { margin: '0', minHeight: '100vh', display: 'grid', placeItems: 'center' })
  Object.assign(text.style, { font: '18px/1.5 system-ui, sans-serif', padding: '24px', textAlign: 'center' })
  document.body.replaceChildren(text)
  return newTab
}

/** The path of the page that another window shows. Null: the window is closed or shows another site. */
export function pathOfWindow(tab: Window): string | null {
  try {
    return tab.closed ? null : tab.location.pathname
  } catch {
    // Only windows of the same site may be asked.
    return null
  }
}
