import { type Scan, ScannerUnavailable, type VirusScanner } from '../../ports/virus-scanner/virus-scanner.ts'

/** The virus scan of one upload. */
export interface VirusCheck {
  write(chunk: Buffer): Promise<void>
  /** Call after the last byte: returns the name of the virus, or null. */
  verdict(): Promise<string | null>
  readonly isScanned: boolean
  /** True: the scanner was unavailable and not required; the file is scanned later. */
  readonly awaitsScan: boolean
  abort(): void
}

/** `isRequired`: throws when the scanner is unavailable; otherwise the file passes, and is scanned later. */
export async function beginVirusCheck(scanner: VirusScanner | null, isRequired: boolean): Promise<VirusCheck> {
  const nullIfUnavailable = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      if (isRequired || !(error instanceof ScannerUnavailable)) throw error
      return null
    }
  }
  const scan: Scan | null = scanner && (await nullIfUnavailable(() => scanner.begin()))
  let isScanned = false
  return {
    write: async (chunk) => scan?.write(chunk),
    verdict: async () =>
      scan &&
      nullIfUnavailable(async () => {
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
