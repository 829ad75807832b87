import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { inRoot, projectNode, run } from './lib/runtime.mjs'

test('after a signal no further program is begun, and the tool ends with the code of the signal', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-runtime-'))
  const begun = path.join(folder, 'begun')
  const script = `
    const { run } = await import(${JSON.stringify(pathToFileURL(inRoot('tools', 'lib', 'runtime.mjs')).href)})
    const waits = "process.on('SIGTERM', () => setTimeout(() => process.exit(), 500)); setInterval(() => {}, 1000); console.log('ready')"
    const writes = 'require("node:fs").writeFileSync(process.argv[1], "")'
    const onOutput = () => {
      process.once('SIGTERM', () => void run(process.execPath, ['-e', writes, process.argv[1]]))
      process.kill(process.pid, 'SIGTERM')
    }
    await run(process.execPath, ['-e', waits], { onOutput })`
  try {
    const { code } = await run(projectNode(), ['--input-type=module', '-e', script, begun])
    expect([code, existsSync(begun)]).toEqual([143, false])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
