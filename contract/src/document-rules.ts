/** What documents may be called and be; the browser says it early, the server decides (DOCS-040..045, decision J11). */

/** The accepted extensions (DOCS-040), in small letters. */
export const documentExtensions = [
  'docx',
  'doc',
  'csv',
  'xlsx',
  'xltx',
  'xls',
  'xlam',
  'xlsb',
  'xltm',
  'xlsm',
  'pptx',
  'ppt',
  'ppam',
  'sldm',
  'pptm',
  'ppsm',
  'sldx',
  'ppsx',
  'potx',
  'jpeg',
  'jpg',
  'png',
  'pdf',
  'mp4',
  'mpeg',
] as const
export type DocumentExtension = (typeof documentExtensions)[number]

/** The whole name as it was received, never trimmed. */
const NAME = /^[A-Za-z0-9_-](?:[A-Za-z0-9._ -]*[A-Za-z0-9_-])?$/
const LONGEST_NAME = 255

/** In small letters, without the dot (DOCS-041). */
export const extensionOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''

export const isAccepted = (extension: string): extension is DocumentExtension =>
  (documentExtensions as readonly string[]).includes(extension)

export type NameProblem = 'blank' | 'signs' | 'length' | 'type'

/** What is wrong with the name of a document; null: nothing. */
export function nameProblem(name: string): NameProblem | null {
  if (name.trim() === '') return 'blank'
  if (!NAME.test(name)) return 'signs'
  if (name.length < 2 || name.length > LONGEST_NAME) return 'length'
  return isAccepted(extensionOf(name)) ? null : 'type'
}

/** Days as yyyy-MM-dd; a range without one of its ends is open there (UIGN-023). */
export const isDayRange = (from: string | undefined, to: string | undefined): boolean => !from || !to || from <= to
