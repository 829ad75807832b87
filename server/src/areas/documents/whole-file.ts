/** What is kept of a file once it has come as a whole. */
export interface WholeFile {
  id: string
  bytes: number
  sha256: Buffer
  isScanned: boolean
  /** To be scanned once the scanner is back. */
  awaitsScan: boolean
}
