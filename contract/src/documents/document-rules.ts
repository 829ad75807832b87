/**
 * Rules for document names and types; the browser checks them early, the server decides (DOCS-040..045, decision
 * J11).
 */

/** The accepted extensions (DOCS-040), in lower case. */
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

/** The whole name as received, never trimmed. */
const NAME = /^[A-Za-z0-9_-](?:[A-Za-z0-9._ -]*[A-Za-z0-9_-])?$/
export const DOCUMENT_NAME_MIN_LENGTH = 2
export const DOCUMENT_NAME_MAX_LENGTH = 255

/** The extension in lower case, without the dot (DOCS-041). */
export const extensionOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''

export const isAcceptedExtension = (extension: string): extension is DocumentExtension =>
  (documentExtensions as readonly string[]).includes(extension)

export type NameProblem = 'blank' | 'signs' | 'length' | 'type'

/** Returns the error of a document name, or null when it is valid. */
export function nameProblem(name: string): NameProblem | null {
  if (name.trim() === '') return 'blank'
  if (!NAME.test(name)) return 'signs'
  if (name.length < DOCUMENT_NAME_MIN_LENGTH || name.length > DOCUMENT_NAME_MAX_LENGTH) return 'length'
  return isAcceptedExtension(extensionOf(name)) ? null : 'type'
}

/** Days as yyyy-MM-dd; a missing start or end leaves the range open (UIGN-023). */
export const isDayRange = (from: string | undefined, to: string | undefined): boolean => !from || !to || from <= to
