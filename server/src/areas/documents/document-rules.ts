import { type DocumentExtension, isAcceptedExtension } from '@portico/contract/documents/document-rules.ts'

/** A completely received file. */
export interface WholeFile {
  id: string
  bytes: number
  sha256: Buffer
  isScanned: boolean
  /** To be scanned once the scanner is back. */
  awaitsScan: boolean
}

/** Required content of a file. */
export type ContentKind =
  /** One of these, by its first bytes. */
  | { readonly kind: 'signature'; readonly types: readonly string[] }
  /** An Office document: a ZIP archive with parts in this folder. */
  | { readonly kind: 'office'; readonly folder: 'word/' | 'xl/' | 'ppt/' }
  | { readonly kind: 'text' }

interface DocumentType {
  readonly content: ContentKind
  /** Media type of downloads. */
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
/** With macros, or rare: served so that browsers do not open it. */
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

/** Returns the required content for an extension; undefined: the extension is not accepted. */
export const contentKindOf = (extension: string): ContentKind | undefined =>
  isAcceptedExtension(extension) ? documentTypes[extension].content : undefined

/** Returns the media type of downloads. */
export const mediaTypeOf = (extension: string): string =>
  isAcceptedExtension(extension) ? documentTypes[extension].mediaType : 'application/octet-stream'
