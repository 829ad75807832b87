import { type DocumentExtension, isAccepted } from '@portico/contract/document-rules.ts'
import { DOCUMENT_VERSIONS } from '@portico/contract/documents.ts'

/** What the content of a file has to be. */
export type ContentKind =
  /** One of these, as its first bytes tell. */
  | { readonly kind: 'signature'; readonly types: readonly string[] }
  /** An Office document: a ZIP archive with parts in this folder. */
  | { readonly kind: 'office'; readonly folder: 'word/' | 'xl/' | 'ppt/' }
  | { readonly kind: 'text' }

interface DocumentType {
  readonly content: ContentKind
  /** What it is served as. */
  readonly mediaType: string
}

const signature = (mediaType: string, ...types: string[]): DocumentType => ({
  content: { kind: 'signature', types },
  mediaType,
})
const office = (folder: 'word/' | 'xl/' | 'ppt/', mediaType: string): DocumentType => ({
  content: { kind: 'office', folder },
  mediaType,
})

const OPEN = 'application/vnd.openxmlformats-officedocument'
const excel = office('xl/', `${OPEN}.spreadsheetml.sheet`)
const powerpoint = office('ppt/', `${OPEN}.presentationml.presentation`)
/** With macros, or seldom enough: nobody is invited to open it in place. */
const otherExcel = office('xl/', 'application/octet-stream')
const otherPowerpoint = office('ppt/', 'application/octet-stream')

const documentTypes: Readonly<Record<DocumentExtension, DocumentType>> = {
  docx: office('word/', `${OPEN}.wordprocessingml.document`),
  doc: signature('application/msword', 'cfb'),
  csv: { content: { kind: 'text' }, mediaType: 'text/csv; charset=utf-8' },
  xlsx: excel,
  xltx: otherExcel,
  xls: signature('application/vnd.ms-excel', 'cfb'),
  xlam: otherExcel,
  xlsb: otherExcel,
  xltm: otherExcel,
  xlsm: otherExcel,
  pptx: powerpoint,
  ppt: signature('application/vnd.ms-powerpoint', 'cfb'),
  ppam: otherPowerpoint,
  sldm: otherPowerpoint,
  pptm: otherPowerpoint,
  ppsm: otherPowerpoint,
  sldx: otherPowerpoint,
  ppsx: otherPowerpoint,
  potx: otherPowerpoint,
  jpeg: signature('image/jpeg', 'jpg'),
  jpg: signature('image/jpeg', 'jpg'),
  png: signature('image/png', 'png', 'apng'),
  pdf: signature('application/pdf', 'pdf'),
  mp4: signature('video/mp4', 'mp4', 'm4v'),
  mpeg: signature('video/mpeg', 'mpg'),
}

/** What the content of such a file has to be; undefined: the extension is not accepted. */
export const contentKindOf = (extension: string): ContentKind | undefined =>
  isAccepted(extension) ? documentTypes[extension].content : undefined

/** What a stored document is served as. */
export const mediaTypeOf = (extension: string): string =>
  isAccepted(extension) ? documentTypes[extension].mediaType : 'application/octet-stream'

/** The newest version that is given up when this one comes. */
export const oldestToDrop = (version: number): number => version - DOCUMENT_VERSIONS

/** Whoever signs on as somebody else neither deletes nor shares that person's documents (decision E8). */
export const mayDispose = (caller: { actorId: number | null }): boolean => caller.actorId === null
