import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A front end of one page and one hashed file with its source map left beside it, as a build would leave them. */
export function tinyFrontEnd(): { webDist: string; remove: () => void } {
  const webDist = mkdtempSync(path.join(tmpdir(), 'portico-front-end-'))
  mkdirSync(path.join(webDist, 'assets'))
  const page =
    '<!doctype html><html lang="en"><title>Portico</title><script type="module" nonce="__CSP_NONCE__" src="/assets/app-1a2b3c4d.js"></script>'
  writeFileSync(path.join(webDist, 'index.html'), page)
  writeFileSync(path.join(webDist, 'assets/app-1a2b3c4d.js'), 'export const it = "works"\n')
  writeFileSync(path.join(webDist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return { webDist, remove: () => rmSync(webDist, { recursive: true, force: true }) }
}
