import { type Scan, ScannerAway, type VirusScanner } from '../../ports/virus-scanner/virus-scanner.ts'

/** The scanner's part in one upload. */
export interface VirusCheck {
  write(chunk: Buffer): Promise<void>
  /** All has been written: what was found in it, or null. */
  verdict(): Promise<string | null>
  readonly isScanned: boolean
  /** The scanner was away and need not be there: the file is scanned later. */
  readonly awaitsScan: boolean
  abort(): void
}

/** `isRequired`: a scanner that is away is thrown; else the file passes, and awaits its scan. */
export async function beginVirusCheck(scanner: VirusScanner | null, isRequired: boolean): Promise<VirusCheck> {
  const unlessAway = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      if (isRequired || !(error instanceof ScannerAway)) throw error
      return null
    }
  }
  const scan: Scan | null = scanner && (await unlessAway(() => scanner.begin()))
  let isScanned = false
  return {
    write: async (chunk) => scan?.write(chunk),
    verdict: async () =>
      scan &&
      unlessAway(async () => {
        const found = await scan.verdict()
        isScanned = true
        return found
      }),
    get isScanned() {
      return isScanned
    },
    get awaitsScan() {
      return scanner !== null && !isScanned
    },
    abort: () => scan?.abort(),
  }
}
