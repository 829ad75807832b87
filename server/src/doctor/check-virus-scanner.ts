import type { Config } from '../config/config.ts'
import { createVirusScanner } from '../ports/file-services.ts'
import type { Scan, VirusScanner } from '../ports/virus-scanner/virus-scanner.ts'
import { withTimeout } from '../ports/with-timeout.ts'
import { CHECK_TIMEOUT_MS, type Finding } from './finding.ts'
import { describeError } from '../error-cause.ts'

const name = 'virus scanner'

/** Has a few harmless bytes scanned. */
export async function checkVirusScanner(config: Config): Promise<Finding> {
  const scanner = createVirusScanner(config)
  if (!scanner)
    return { name, ok: true, message: 'No virus scanner is set (PORTAL_VIRUS_SCAN): uploads are not scanned.' }
  const failure = await failureOf(scanner)
  if (failure === null) return { name, ok: true, message: 'The virus scanner scans files.' }
  const effect = config.scanRequired ? 'uploads are refused' : 'uploads are stored without a scan until it does'
  return {
    name,
    ok: false,
    message: `The virus scanner does not scan (${failure}), and ${effect}: check PORTAL_VIRUS_SCAN and ClamAV.`,
  }
}

/** Returns why nothing was scanned in time, or null. */
async function failureOf(scanner: VirusScanner): Promise<string | null> {
  let scan: Scan | undefined
  const tryScan = async () => {
    scan = await scanner.begin()
    await scan.write(Buffer.from('The doctor of the portal'))
    const virus = await scan.verdict()
    return virus === null ? null : `it takes harmless text for ${virus}`
  }
  try {
    return await withTimeout(tryScan(), CHECK_TIMEOUT_MS, () => new Error('no answer in time'))
  } catch (error) {
    return describeError(error)
  } finally {
    scan?.abort()
  }
}
