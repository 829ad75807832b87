/** A completely received file. */
export interface WholeFile {
  id: string
  bytes: number
  sha256: Buffer
  isScanned: boolean
  /** To be scanned once the scanner is back. */
  awaitsScan: boolean
}
