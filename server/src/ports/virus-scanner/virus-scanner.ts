/** What looks for viruses in files while they come. */
export interface VirusScanner {
  /** Throws ScannerAway where no scanner answers. */
  begin(): Promise<Scan>
}

/** One file under the scanner. */
export interface Scan {
  /** Resolves when the scanner has room for more. */
  write(chunk: Buffer): Promise<void>
  /** All of the file has been written: what was found in it, or null. Throws ScannerAway or ScanRefused. */
  verdict(): Promise<string | null>
  abort(): void
}

/** No scanner answers. */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway'
}

/** The scanner answers, and will not scan this file: for its size, say. */
export class ScanRefused extends Error {
  override readonly name = 'ScanRefused'
}
