import { vi } from 'vitest'

let seen: string[] = []

/** Nothing leaves the page: what it would open, save, copy or go to is noted. */
export function watchOutside(): void {
  seen = []
  vi.spyOn(window, 'open').mockImplementation((address) => {
    seen.push(`opens ${String(address)}`)
    return null
  })
  const goes = (way: string) => (address: string | URL) => void seen.push(`goes by ${way} to ${String(address)}`)
  vi.spyOn(window.location, 'assign').mockImplementation(goes('assign'))
  vi.spyOn(window.location, 'replace').mockImplementation(goes('replace'))
  vi.spyOn(window.location, 'reload').mockImplementation(() => void seen.push('loads the page anew'))
  vi.stubGlobal('print', () => void seen.push('prints the page'))
  // Tests that ran before in this process may have left a clipboard of their own.
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void seen.push(`copies ${text}`))
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(this: HTMLFormElement) {
    const fields = [...this.elements].map((field) => field.getAttribute('name')).join(', ')
    seen.push(`posts ${fields} to ${this.getAttribute('action')} in ${this.target || 'this window'}`)
  })
  // The library refuses to replace the element of a document, as the preview of a mail does. Its frame has a document
  // of another window, which has the parent of this window's prototype in common.
  vi.spyOn(Object.getPrototypeOf(Document.prototype) as Document, 'replaceChild').mockImplementation(function replace(
    this: Document,
    next,
    before,
  ) {
    this.removeChild(before)
    this.appendChild(next)
    return before
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    seen.push(`saves ${this.download} from ${this.getAttribute('href')}`)
  })
}

/** What was noted since this was last called. */
export function takenOutside(): string[] {
  const before = seen
  seen = []
  return before
}
