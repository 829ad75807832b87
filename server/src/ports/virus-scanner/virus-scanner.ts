/** Scans files for viruses while they arrive. */
export interface VirusScanner {
  /** @throws ScannerUnavailable when no scanner answers. */
  begin(): Promise<Scan>
}

/** The scan of one file. */
export interface Scan {
  /** Resolves when the scanner can take more. */
  write(chunk: Buffer): Promise<void>
  /** Call after the last chunk: returns the name of the virus, or null. @throws ScannerUnavailable or ScanRefused. */
  verdict(): Promise<string | null>
  abort(): void
}

/** No scanner answers. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable'
}

/** The scanner answers, and refuses to scan this file, for example for its size. */
export class ScanRefused extends Error {
  override readonly name = 'ScanRefused'
}
